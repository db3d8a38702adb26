//! C#, F#, Visual Basic, MSBuild, PowerShell.

use crate::Kind::{Frame, Located, Place};
use crate::Severity::Error;
use crate::lang::{Format, Row};

/// Namespaces that are not the project's.
const NAMESPACES: &[&str] = &[
    "System",
    "Microsoft",
    "Mono",
    "FSharp",
    "Xunit",
    "NUnit",
    "Newtonsoft",
    "Castle",
    "Moq",
    "FluentAssertions",
    "AutoMapper",
    "Npgsql",
    "MySql",
    "Serilog",
    "NLog",
    "Dapper",
    "MediatR",
    "Polly",
    "Autofac",
    "Unity.",
    "UnityEngine",
    "UnityEditor",
    "Internal",
    "Interop",
    "MSTest",
    "Shouldly",
    "NSubstitute",
    "Rhino",
    "Akka",
    "RestSharp",
    "StackExchange",
    "Swashbuckle",
    "Grpc",
    "Google",
    "Azure",
    "Amazon",
    "Hangfire",
    "MassTransit",
    "NHibernate",
    "JetBrains",
];

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "dotnet",
        dependencies: NAMESPACES,
        formats: &[
            //    at Shop.Wheel.Turn(Int32 n) in /src/Wheel.cs:line 4
            Format::new(
                Frame,
                &[":line "],
                concat!(r"^\s*at (?<symbol>\S.*) in (?<file>.+):line ", line!(), "$"),
            ),
            //    bei Shop.Wheel.Turn() in C:\src\Wheel.cs:Zeile 4.
            Format::new(
                Frame,
                &[
                    ":Zeile ",
                    ":ligne ",
                    ":línea ",
                    ":linha ",
                    ":riga ",
                    ":строка ",
                    ":wiersz ",
                    ":satır ",
                    ":řádek ",
                    ":行号 ",
                    ":行 ",
                    ":줄 ",
                ],
                concat!(
                    r"^\s*[^\s()]+ (?<symbol>\S.*\)) \S+ (?<file>(?:[A-Za-z]:)?[^:]+):(?:Zeile|ligne|línea|linha|riga|строка|wiersz|satır|řádek|行号|行|줄) ",
                    line!(),
                    r"\.?$"
                ),
            ),
            //   at Shop.Wheel.Turn () [0x00008] in /src/Wheel.cs:2
            Format::new(
                Frame,
                &["] in "],
                concat!(
                    r"^\s*at (?<symbol>\S.*?) ?\[0x[0-9a-f]+\] in (?<file>.+):",
                    line!(),
                    r"\s*$"
                ),
            ),
            //    at Shop.Wheel.Turn(Int32 n)
            Format::new(
                Frame,
                &["   at "],
                r"^\s*at (?<symbol>[A-Z]\w*(?:[.+][\w<>`|$\[\],=~@-]+)+\.?\w*(?:\[[\w,.]+\])?) ?\([^():]*\)(?: \[0x[0-9a-f]+\])?$",
            ),
            //   Shop.Wheel:Turn () (at Assets/Wheel.cs:12)
            Format::new(
                Frame,
                &["(at "],
                concat!(
                    r"^(?<symbol>\S.*) \(at (?<file>[^()]+\.cs):",
                    line!(),
                    r"\)$"
                ),
            ),
            // /src/WheelTests.cs(12,0): at Shop.WheelTests.Turns()
            Format::new(
                Frame,
                &["): at "],
                concat!(
                    r"^\s*(?<file>[^()]+)\(",
                    line!(),
                    ",",
                    col!(),
                    r"\): at (?<symbol>\S.*)$"
                ),
            ),
        ],
    },
    Row {
        name: "powershell",
        dependencies: &["/PowerShell/Modules/", "/WindowsPowerShell/"],
        formats: &[
            // At C:\src\a.ps1:3 char:5
            Format::new(
                Place,
                &[" char:"],
                concat!(r"^\s*At (?<file>.+):", line!(), " char:", col!(), "$"),
            )
            .severity(Error)
            .unless(r"^\s*At line:"),
            // at <ScriptBlock>, C:\src\a.ps1: line 3
            Format::new(
                Frame,
                &[": line ", ".ps1:"],
                concat!(
                    r"^\s*at (?<symbol>[^,]+), (?<file>(?:[A-Za-z]:)?[^:]+):(?: line )?",
                    line!(),
                    "$"
                ),
            ),
        ],
    },
    Row {
        name: "msbuild",
        dependencies: &[],
        formats: &[
            // /src/a.csproj : error NU1101: message
            Format::new(
                Located,
                &[
                    "proj : error ",
                    "proj : warning ",
                    ".targets : error ",
                    ".sln : error ",
                    ".sln : warning ",
                ],
                r"^\s*(?:[0-9]+>)?(?<file>(?:[A-Za-z]:)?[^:]+\.(?:\w*proj|targets|props|sln)) : (?<severity>error|warning) ",
            ),
        ],
    },
];
