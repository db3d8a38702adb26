//! Zig, Nim, D, Crystal, Swift, Dart, Haxe, V, Odin.

use super::general::PAREN;
use crate::Kind::{Frame, Located, Place};
use crate::Severity::Error;
use crate::lang::{Format, Row};

pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "zig",
        dependencies: &["/lib/std/", "/lib/zig/", "std.", "/zig/p/"],
        formats: &[
            // /src/a.zig:3:5: 0x1035 in turn (wheel)
            Format::new(
                Frame,
                &[": 0x"],
                concat!(
                    r"^(?<file>[^\s:]+|[A-Za-z]:[^:]+):",
                    line!(),
                    ":",
                    col!(),
                    r": 0x[0-9a-f]+ in (?<symbol>\S.*)$"
                ),
            ),
        ],
    },
    Row {
        name: "nim",
        dependencies: &[
            "/lib/system",
            "/lib/pure/",
            "/lib/std/",
            "/.nimble/",
            "/.choosenim/",
            "nimble/pkgs",
            "/nim/lib/",
        ],
        formats: &[
            // /src/a.nim(12) turn
            Format::new(
                Frame,
                &[".nim(", ".nims("],
                concat!(
                    r"^\s*(?<file>[^\s:()]+\.nims?|[A-Za-z]:[^:()]+\.nims?)\(",
                    line!(),
                    "(?:, ",
                    col!(),
                    r")?\)\s+(?<symbol>[\w:.`=]+)$"
                ),
            ),
        ],
    },
    Row {
        name: "d",
        dependencies: &[
            "/include/dmd/",
            "/dub/packages/",
            "/.dub/",
            "/phobos/",
            "/druntime/",
            "/include/d/",
            "core.",
            "std.",
            "object.",
        ],
        formats: &[
            // src/a.d:12 void main() [0x55]
            Format::new(
                Frame,
                &[" [0x"],
                concat!(
                    r"^(?<file>[^\s:]+\.di?):",
                    line!(),
                    r" (?<symbol>\S.*) \[0x[0-9a-f]+\]$"
                ),
            ),
            // core.exception.AssertError@src/a.d(3): message
            Format::new(
                Located,
                &[".d(", ".di("],
                concat!(r"^(?:\S+ )?[\w.]+@(?<file>[^\s()]+)\(", line!(), r"\)"),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "crystal",
        dependencies: &["/crystal/src/", "/share/crystal/", "./lib/"],
        formats: &[
            //   from src/a.cr:3:5 in 'turn'
            Format::new(
                Frame,
                &[" in '", " in ~"],
                concat!(
                    r"^\s*(?:from )?(?<file>[^\s:]+):",
                    line!(),
                    ":",
                    col!(),
                    r" in ['~](?<symbol>.*?)'?$"
                ),
            ),
            // In src/a.cr:3:5; Error in src/a.cr:3:5: message
            Format::new(
                Place,
                &["In ", "rror in "],
                concat!(
                    r"^(?:In|Error in|There was a problem .* in) (?<file>[^\s:]+\.cr):",
                    line!(),
                    "(?::",
                    col!(),
                    ")?"
                ),
            )
            .severity(Error),
        ],
    },
    Row {
        name: "swift",
        dependencies: &[
            "/swift/stdlib/",
            "/usr/lib/swift",
            "/swift/",
            ".build/checkouts/",
            "/XCTest/",
            "/swift-testing/",
            "/swift-corelibs",
        ],
        formats: &[
            // 5 [ra] 0x55f0 main + 84 in app at /src/main.swift:7:11
            Format::new(
                Frame,
                &[" 0x"],
                concat!(
                    r"^\s*[0-9]+ (?:\[[a-z]+\] )*(?:\[[a-z ]+\] )?0x[0-9a-f]+ (?<symbol>\S.*?)(?: \+ [0-9]+)?(?: in \S+)? (?:at|in) (?<file>[^:]+):",
                    line!(),
                    "(?::",
                    col!(),
                    ")?$"
                ),
            ),
            // 3   Wheel    0x0000000104 -[Hub turn] + 84 (Hub.m:14)
            Format::new(
                Frame,
                &[" 0x"],
                concat!(
                    r"^\s*[0-9]+\s+\S+\s+0x[0-9a-f]+ (?<symbol>\S.*?)(?: \+ [0-9]+)? \((?<file>[^():]+):",
                    line!(),
                    r"\)$"
                ),
            ),
            // 0   libswiftCore.dylib   0x00000001a closure #1 in assertionFailure + 12
            Format::new(
                Frame,
                &[" 0x"],
                r"^\s*[0-9]+\s{2,}\S+\s+0x[0-9a-f]{6,} \S.* \+ [0-9]+$",
            ),
            // app/main.swift:7: Fatal error: message
            Format::new(
                Located,
                &[": Fatal error"],
                concat!(
                    r"^(?<file>[^:]+\.swift):",
                    line!(),
                    ": (?<severity>Fatal error)"
                ),
            ),
        ],
    },
    Row {
        name: "dart",
        dependencies: &[
            "dart:",
            "package:flutter/",
            "package:flutter_test/",
            "package:test/",
            "package:test_api/",
            "package:matcher/",
            "package:test_core/",
            "package:stack_trace/",
            "package:async/",
            "package:http/",
            "package:dio/",
            "package:bloc/",
            "package:flutter_bloc/",
            "package:provider/",
            "package:riverpod/",
            "package:flutter_riverpod/",
            "package:get/",
            "package:collection/",
            "package:path/",
            "package:args/",
            "package:shelf/",
            "package:build_runner/",
            "package:build/",
            "package:analyzer/",
            "package:mockito/",
            "package:mocktail/",
            "package:rxdart/",
            "package:intl/",
            "package:hive/",
            "package:drift/",
            "package:sqflite/",
            "package:go_router/",
            "package:json_annotation/",
            "package:fake_async/",
            "package:boundary/",
            "package:grpc/",
            "package:firebase_core/",
            "package:cloud_firestore/",
            "package:integration_test/",
            "package:flutter_driver/",
            "package:vm_service/",
            "/.pub-cache/",
            "package:dart_",
            "org-dartlang-sdk:",
            "package:meta/",
            "package:yaml/",
            "package:source_gen/",
            "package:get_it/",
            "package:injectable/",
            "package:freezed/",
            "package:equatable/",
            "package:logging/",
            "package:web_socket_channel/",
            "package:stream_channel/",
            "package:flutter_tools/",
            "package:isolate/",
            "package:pool/",
            "package:archive/",
        ],
        formats: &[
            // #1      Wheel.turn (package:shop/wheel.dart:12:19)
            Format::new(
                Frame,
                &[".dart:", ".dart)"],
                concat!(
                    r"^\s*(?:#[0-9]+)?\s*(?<symbol>\S.*) \((?:file://)?(?<file>[^()\s]+?\.dart)(?::",
                    line!(),
                    "(?::",
                    col!(),
                    r")?)?\)$"
                ),
            ),
            // package:shop/wheel.dart 12:19  Wheel.turn
            Format::new(
                Frame,
                &[".dart "],
                concat!(
                    r"^\s*(?<file>(?:package:|dart:|file://|org-dartlang-sdk:)?[^\s:]+\.dart) ",
                    line!(),
                    "(?::",
                    col!(),
                    r")?\s{2,}(?<symbol>\S.*)$"
                ),
            ),
            // error • message • lib/a.dart:3:5 • rule
            Format::new(
                Located,
                &[" • "],
                concat!(
                    r"^\s*(?<severity>error|warning|info|hint|lint) • .* (?:•|at) (?<file>[^\s:]+):",
                    line!(),
                    ":",
                    col!()
                ),
            ),
            // warning - lib/a.dart:3:5 - message - rule
            Format::new(
                Located,
                &[".dart:"],
                concat!(
                    r"^\s*(?<severity>error|warning|info|hint) - (?<file>[^\s:]+\.dart):",
                    line!(),
                    ":",
                    col!(),
                    " - "
                ),
            ),
        ],
    },
    Row {
        name: "haxe",
        dependencies: &["/haxe/std/", "/haxelib/", ".haxelib/"],
        formats: &[
            // src/A.hx:3: characters 5-9 : message
            Format::new(
                Located,
                &[": character"],
                concat!(
                    r"^(?<file>[^\s:]+):",
                    line!(),
                    ": characters? ",
                    col!(),
                    "(?:-(?<end_col>[0-9]{1,9}))? ?:"
                ),
            ),
            // src/A.hx:3: lines 3-5 : message
            Format::new(
                Located,
                &[": lines "],
                concat!(
                    r"^(?<file>[^\s:]+):[0-9]+: lines ",
                    line!(),
                    "-(?<end_line>[0-9]{1,9}) ?:"
                ),
            ),
        ],
    },
    Row {
        name: "odin",
        dependencies: &[],
        formats: &[
            // src/a.odin(3:5) Error: message
            Format::new(
                Located,
                PAREN,
                concat!("^", file!(), r"\(", line!(), ":", col!(), r"\):?\s+\S"),
            ),
        ],
    },
    Row {
        name: "glsl",
        dependencies: &[],
        formats: &[
            // ERROR: wheel.frag:12: 'x' : message
            Format::new(
                Located,
                &["ERROR: ", "WARNING: "],
                concat!(
                    r"^(?<severity>ERROR|WARNING): (?<file>[^\s:]+):",
                    line!(),
                    "(?::",
                    col!(),
                    r")?:? "
                ),
            ),
        ],
    },
    Row {
        name: "android",
        dependencies: &["/system/", "/apex/", "/vendor/"],
        formats: &[
            //       #01 pc 00001234  /data/app/libhub.so (turn()+12)
            Format::new(
                Frame,
                &[" pc 0"],
                r"^.*#[0-9]+ +pc [0-9a-f]+\s+(?<file>/\S+|<[^>]+>)(?: \((?<symbol>[^()]+.*)\))?",
            ),
        ],
    },
    Row {
        name: "octave",
        dependencies: &[],
        formats: &[
            //     turn at line 14 column 9
            Format::new(
                Frame,
                &[" at line "],
                concat!(
                    r"^\s+(?<symbol>[\w>@<]+) at line ",
                    line!(),
                    " column ",
                    col!(),
                    "$"
                ),
            ),
        ],
    },
    Row {
        name: "godot",
        dependencies: &[
            "./core/",
            "./scene/",
            "./modules/",
            "./servers/",
            "./main/main.cpp",
        ],
        formats: &[
            //    at: turn (res://hub.gd:14)
            Format::new(
                Frame,
                &[".gd:", "   at: "],
                concat!(
                    r"^\s*at:? (?<symbol>\S+) \((?<file>[^()]+\.\w+):",
                    line!(),
                    r"\)$"
                ),
            ),
        ],
    },
];
