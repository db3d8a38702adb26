//! Java, Kotlin, Scala, Groovy, Clojure and their build tools.

use crate::Kind::{Fail, Frame, Located, Place};
use crate::Severity::{Error, Warning};
use crate::lang::{Format, Row};

/// Packages that are not the project's: the JDK, the languages' own, and well-known libraries.
const PACKAGES: &[&str] = &[
    "java",
    "javax",
    "jakarta",
    "jdk",
    "sun",
    "oracle",
    "com.oracle",
    "android",
    "androidx",
    "com.android",
    "dalvik",
    "libcore",
    "kotlin",
    "kotlinx",
    "scala",
    "dotty",
    "groovy",
    "groovyjarjarasm",
    "clojure",
    "nrepl",
    "cider",
    "leiningen",
    "kaocha",
    "org.junit",
    "junit",
    "org.testng",
    "org.hamcrest",
    "org.assertj",
    "org.opentest4j",
    "org.mockito",
    "org.powermock",
    "io.mockk",
    "org.easymock",
    "org.spockframework",
    "spock",
    "io.kotest",
    "org.scalatest",
    "org.scalactic",
    "org.scalacheck",
    "org.specs2",
    "munit",
    "utest",
    "zio",
    "cats",
    "fs2",
    "akka",
    "org.apache",
    "org.springframework",
    "org.hibernate",
    "org.gradle",
    "worker.org.gradle",
    "org.codehaus",
    "org.eclipse",
    "org.jetbrains",
    "com.intellij",
    "org.mortbay",
    "org.jboss",
    "org.wildfly",
    "org.glassfish",
    "org.slf4j",
    "ch.qos",
    "org.aspectj",
    "org.h2",
    "org.postgresql",
    "com.mysql",
    "org.mariadb",
    "org.sqlite",
    "org.bouncycastle",
    "org.json",
    "org.yaml",
    "org.antlr",
    "antlr",
    "org.xml",
    "org.w3c",
    "org.ietf",
    "org.omg",
    "org.flywaydb",
    "liquibase",
    "org.jooq",
    "org.quartz",
    "org.thymeleaf",
    "org.elasticsearch",
    "org.neo4j",
    "org.mongodb",
    "com.mongodb",
    "org.mybatis",
    "org.jruby",
    "org.python",
    "org.mozilla",
    "org.objectweb",
    "org.testcontainers",
    "org.dbunit",
    "org.jacoco",
    "org.pitest",
    "org.openqa",
    "org.osgi",
    "org.sonar",
    "org.joda",
    "org.reactivestreams",
    "org.redisson",
    "io.netty",
    "io.undertow",
    "io.vertx",
    "io.quarkus",
    "io.micronaut",
    "io.micrometer",
    "io.grpc",
    "io.ktor",
    "io.reactivex",
    "io.opentelemetry",
    "io.opentracing",
    "io.cucumber",
    "cucumber",
    "io.restassured",
    "io.lettuce",
    "io.swagger",
    "io.dropwizard",
    "io.smallrye",
    "io.prometheus",
    "io.gatling",
    "io.sentry",
    "reactor",
    "rx",
    "com.google",
    "com.fasterxml",
    "com.zaxxer",
    "com.amazonaws",
    "software.amazon",
    "com.azure",
    "com.microsoft",
    "com.ibm",
    "com.netflix",
    "com.squareup",
    "com.typesafe",
    "com.lightbend",
    "com.twitter",
    "com.facebook",
    "com.jetbrains",
    "com.thoughtworks",
    "com.github.tomakehurst",
    "com.beust",
    "com.mchange",
    "com.hazelcast",
    "com.rabbitmq",
    "com.datastax",
    "com.couchbase",
    "com.esotericsoftware",
    "com.codahale",
    "com.puppycrawl",
    "com.gradle",
    "com.sksamuel",
    "okhttp3",
    "okio",
    "retrofit2",
    "dagger",
    "hilt_aggregated_deps",
    "butterknife",
    "feign",
    "net.bytebuddy",
    "net.sf",
    "net.minidev",
    "net.jpountz",
    "freemarker",
    "ognl",
    "javassist",
    "picocli",
    "jline",
    "sbt",
    "xsbt",
    "xsbti",
    "coursier",
    "lombok",
    "feign",
    "graphql",
    "brave",
    "zipkin2",
    "spray",
    "slick",
    "scalaz",
    "shapeless",
    "monix",
    "org.http4s",
    "doobie",
    "ammonite",
    "mill",
    "bloop",
    "jenkins",
    "hudson",
    "com.cloudbees",
    "nashorn",
    "org.graalvm",
    "com.oracle.graal",
    "com.sun",
    "redis.clients",
    "play.api",
    "play.core",
    "play.libs",
    "play.mvc",
    "play.http",
    "play.routing",
];

/// Files that a frame names.
const SOURCES: &[&str] = &[
    ".java:",
    ".kt:",
    ".scala:",
    ".groovy:",
    ".clj:",
    ".kts:",
    ".cljc:",
    ".gradle:",
    "SourceFile:",
    ".aj:",
    ".jsp:",
    ".gsp:",
];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "jvm",
        dependencies: PACKAGES,
        formats: &[
            // 	at com.shop.Wheel.turn(Wheel.java:12) ~[classes/:?]
            Format::new(
                Frame,
                SOURCES,
                concat!(r"^\s*at (?<symbol>[^\s(/]+) ?\((?<file>[^():\s]+):", line!(), r"\)"),
            ),
            // 	at java.base/java.util.List.of(List.java:12), and behind a logger's prefix
            Format::new(
                Frame,
                SOURCES,
                concat!(
                    r"(?:^\s*|\t|  )at (?:[^\s(/$]*/)*(?<symbol>[^\s(]+) ?\((?<file>[^():\s]+):",
                    line!(),
                    r"\)"
                ),
            ),
            // 	at com.shop.Wheel.turn(Native Method); at com.shop.Wheel.turn(Wheel.java)
            Format::new(
                Frame,
                &[
                    "(Native Method)", "(Unknown Source)", ".java)", ".kt)", ".scala)",
                    ".groovy)", ".clj)",
                ],
                r"(?:^|\s)at (?:[^\s(/$]*/)*(?<symbol>[^\s(]+\.[^\s(]+) ?\((?:Native Method|Unknown Source|[\w$.-]+)\)",
            ),
            // 	... 13 more
            Format::new(
                Frame,
                &[" more", " common frames omitted"],
                r"^\s*\.\.\. [0-9]+ (?:more|common frames omitted)$",
            ),
            //  [com.shop.wheel$turn invoke "wheel.clj" 12]
            Format::new(
                Frame,
                &[".clj\" ", ".java\" ", ".cljc\" "],
                concat!(r"^\s*\[+(?<symbol>[\w.$*+!?<>=/-]+) [\w$<>]+ \x22(?<file>[^\x22]+)\x22 ", line!(), r"\]+$"),
            ),
            // kfun:turn#internal + 12 (/src/a.kt:3:5)
            Format::new(
                Frame,
                &["kfun:"],
                concat!(r"kfun:(?<symbol>\S+).* \((?<file>[^():]+):", line!(), ":", col!(), r"\)"),
            ),
        ],
    },
    Row {
        name: "jvm-test",
        dependencies: PACKAGES,
        formats: &[
            // [ERROR]   WheelTest.turns:9 message; WheelTest.turns:9->spin:12 » NullPointer
            Format::new(
                Located,
                &["Test.", "Tests.", "IT.", "Spec.", "TestCase.", "Test>", "Tests>", "IT>"],
                concat!(r"^(?:\[(?<severity>ERROR|WARNING)\]\s+)?(?:[\w$]+\.)*[A-Z][\w$]*(?:Tests?|IT|Spec|TestCase)(?:>\w+)?\.\w+(?:\[[^\]]*\]|\([^)]*\))?:", line!(), r"(?:->\S+)?(?:\s|$)"),
            )
            .severity(Error),
            //     org.junit.ComparisonFailure at WheelTest.java:12
            Format::new(
                Located,
                &[".java:", ".kt:", ".groovy:", ".scala:"],
                concat!(r"^\s*(?:[\w$]+\.)+[\w$]+ at (?<file>\w+\.(?:java|kt|groovy|scala)):", line!(), "$"),
            )
            .severity(Error),
            // FAIL in (turns) (wheel_test.clj:12)
            Format::new(
                Fail,
                &["FAIL in (", "ERROR in ("],
                concat!(r"^(?:FAIL|ERROR) in \([^)]*\) \((?<file>[^():]+):", line!(), r"\)"),
            )
            .severity(Error),
            //   1 was not equal to 2 (WheelSpec.scala:12)
            Format::new(
                Located,
                &[".scala:"],
                concat!(r"^.*\S \((?<file>[^():\s]+\.scala):", line!(), r"\)$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "clojure",
        dependencies: PACKAGES,
        formats: &[
            // Execution error (ArithmeticException) at shop.wheel/turn (wheel.clj:2).
            Format::new(
                Located,
                &[".clj:", ".cljc:", ".cljs:", ".bb:", "REPL:", "NO_SOURCE", "(form-"],
                concat!(r"^(?:Execution|Syntax|Error|Unexpected) ?.* at (?<symbol>\S+ )?\((?<file>[^():]+):", line!(), "(?::", col!(), r")?\)\.?$"),
            )
            .severity(Error),
            // CompilerException java.lang.X: message, compiling:(wheel.clj:3:5)
            Format::new(
                Located,
                &["compiling:("],
                concat!(r"compiling:\((?<file>[^():]+):", line!(), "(?::", col!(), r")?\)"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "kotlin",
        dependencies: &[],
        formats: &[
            // e: file:///src/A.kt:3:5 message; w: A.kt:3:5: message
            Format::new(
                Located,
                &["e: ", "w: ", "i: "],
                concat!(r"^(?<severity>[ewi]): (?:file://)?(?<file>[^:]*(?::[/\\][^:]*)?\.kts?):", line!(), ":", col!(), r":?\s"),
            ),
            // e: C:\src\A.kt: (3, 5): message
            Format::new(
                Located,
                &["e: ", "w: ", "i: "],
                concat!(r"^(?<severity>[ewi]): (?:file://)?(?<file>(?:[A-Za-z]:)?[^:]+\.kts?): \(", line!(), ", ", col!(), r"\): "),
            ),
        ],
    },
    Row {
        name: "gradle",
        dependencies: &[],
        formats: &[
            // Build file '/src/build.gradle' line: 12
            Format::new(
                Place,
                &["' line: "],
                concat!(r"^(?:Build file|Script|Settings file|Initialization script) '(?<file>[^']+)' line: ", line!(), "$"),
            ),
            // build file '/src/build.gradle': 12: message @ line 12, column 5.
            Format::new(
                Located,
                &[" @ line "],
                concat!(r"(?:file|script|Script) '(?<file>[^']+)': [0-9]+: .* @ line ", line!(), ", column ", col!(), r"\.$"),
            )
            .severity(Error),
            // Wheel.groovy: 3: message @ line 3, column 5.
            Format::new(
                Located,
                &[" @ line "],
                concat!(r"^(?:file:)?(?<file>[^:\s]+): [0-9]+: .* @ line ", line!(), ", column ", col!(), r"\.$"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "scala",
        dependencies: &[],
        formats: &[
            // -- [E007] Type Mismatch Error: src/A.scala:3:5 ------
            Format::new(
                Located,
                &["Error: ", "Warning: "],
                concat!(r"^-- (?:\[E[0-9]+\] )?.*(?<severity>Error|Warning): (?<file>[^:]+):", line!(), ":", col!(), " -+$"),
            ),
            // error file=/src/A.scala message=x line=6 column=7
            Format::new(
                Located,
                &[" file="],
                concat!(r"^(?<severity>error|warning) file=(?<file>[^=]*?) message=.*? line=", line!(), "(?: column=", col!(), ")?$"),
            ),
            // error file=/src/A.scala message=x; [error] /src/A.scala: File length exceeds 5
            Format::new(
                Located,
                &[" file=", ".scala: "],
                r"^(?:(?<severity>error|warning) file=|\[(?:error|warn)\] )(?<file>[^=\s:]+\.scala)(?: message=|: \S)",
            ),
        ],
    },
    Row {
        name: "gn",
        dependencies: &[],
        formats: &[
            // ERROR at //wheel/BUILD.gn:3:5: message
            Format::new(
                Located,
                &["ERROR at "],
                concat!(r"^ERROR at (?<file>[^:]+):", line!(), ":", col!(), ": "),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "spotbugs",
        dependencies: &[],
        formats: &[
            // H C NP: message  At Wheel.java:[line 12]
            Format::new(
                Located,
                &[":[line"],
                concat!(r"(?:At|In) (?<file>[\w$.]+):\[lines? ", line!(), r"(?:-(?<end_line>[0-9]{1,9}))?\]"),
            )
            .severity(Warning),
        ],
    },
    Row {
        name: "sax",
        dependencies: &[],
        formats: &[
            // SAXParseException; systemId: file:/src/a.xml; lineNumber: 3; columnNumber: 5; message
            Format::new(
                Located,
                &["lineNumber: "],
                concat!(r"(?:systemId: (?:file:(?://)?)?(?<file>[^;\s]+); )?lineNumber: ", line!(), "; columnNumber: ", col!()),
            )
            .severity(Error),
        ],
    },
];
