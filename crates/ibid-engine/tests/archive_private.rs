//! The store is the user's own: outside the project, closed to others, no way through planted
//! links, no way from one project to another.

mod archive_kit;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use archive_kit::{Kit, id, put, session};
use ibid_engine::archive::{Archive, ArchiveError, LookupError, Meta, Options, Scope};
use ibid_engine::project::Project;
use ibid_model::RecallId;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).expect("there").mode() & 0o777
}

fn all_below(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![dir.to_path_buf()];
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type().expect("a type").is_dir() {
            true => found.extend(all_below(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}

/// T9-04. The umask is the process's, so the storing is done by a process of its own: this test,
/// run again below a shell.
#[test]
fn files_are_the_owners_alone_under_any_umask() {
    if let Some(dir) = std::env::var_os("ARCHIVE_TEST_DIR") {
        let project = Project::find(&Path::new(&dir).join("shop")).expect("a project");
        let options = Options::new(Path::new(&dir).join("data"));
        let archive = Archive::open(options, &project, session("s1")).expect("a store");
        put(&archive, b"small\n");
        put(&archive, &vec![b'x'; 3 << 20]);
        let mut spool = archive.spool();
        spool.append(&vec![b'x'; 3 << 20]);
        assert!(
            all_below(&Path::new(&dir).join("data"))
                .iter()
                .all(|path| mode(path) & 0o077 == 0)
        );
        return;
    }
    let test = std::env::current_exe().expect("this test");
    for umask in ["0000", "0022", "0077", "0277", "0777"] {
        let kit = Kit::new();
        let script =
            format!("umask {umask}; exec \"$0\" files_are_the_owners_alone_under_any_umask");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script])
            .arg(&test)
            .env("ARCHIVE_TEST_DIR", kit.dir.path());
        let output = shell.output().expect("run");
        assert!(
            output.status.success(),
            "{umask}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
        let found = all_below(&kit.data());
        assert!(found.len() > 10, "{umask}: {found:?}");
        for path in found {
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode(&path), expected, "{umask}: {}", path.display());
        }
    }
}

#[test]
fn a_store_that_was_open_to_others_is_closed() {
    let kit = Kit::new();
    let kept = put(&kit.archive(), b"text\n");
    for path in all_below(&kit.data()) {
        let open = if path.is_dir() { 0o777 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(open)).expect("opened");
    }
    let archive = kit.archive();
    archive.list().expect("listed");
    put(&archive, b"more\n");
    assert_eq!(
        archive.verify(kept.id(), Scope::Project),
        ibid_engine::archive::Health::Whole
    );
    assert_eq!(mode(&kit.data()), 0o700);
    assert_eq!(mode(kept.path.parent().expect("a directory")), 0o700);
    assert_eq!(mode(&kept.path), 0o600);
    assert_eq!(mode(&kept.path.with_extension("json")), 0o600);
}

#[test]
fn planted_links_are_not_followed() {
    let kit = Kit::new();
    let victim = kit.dir.path().join("victim");
    fs::write(&victim, "precious").expect("written");
    let elsewhere = kit.dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("made");
    let id = id("aaaa1111");
    let first = put(&kit.archive(), b"x");
    let outputs = first.path.parent().expect("a directory").to_path_buf();
    // Links where the files of a new original belong.
    let shard = kit.data().join("ids/aa");
    fs::create_dir(&shard).expect("made");
    let places = [
        outputs.join("aaaa1111.txt"),
        outputs.join("aaaa1111.json"),
        shard.join("aaaa1111"),
    ];
    for place in &places {
        symlink(&victim, place).expect("planted");
        let mut spool = kit.archive().spool();
        spool.append(b"secret of the output");
        let error = spool.commit(&id, Meta::default()).expect_err("refused");
        assert_eq!(
            error,
            ArchiveError::Exists { id: id.clone() },
            "{}",
            place.display()
        );
        assert!(fs::symlink_metadata(place).expect("there").is_symlink());
        fs::remove_file(place).expect("removed");
    }
    // Links where its directories belong.
    for place in [
        &outputs,
        &kit.data().join("projects"),
        &shard,
        &kit.data().join("ids"),
    ] {
        let aside = kit.dir.path().join("aside");
        fs::rename(place, &aside).expect("moved");
        symlink(&elsewhere, place).expect("planted");
        let mut spool = kit.archive().spool();
        spool.append(b"secret of the output");
        let error = spool.commit(&id, Meta::default()).expect_err("refused");
        assert_eq!(
            error,
            ArchiveError::Symlink {
                path: place.clone()
            }
        );
        fs::remove_file(place).expect("removed");
        fs::rename(&aside, place).expect("moved back");
    }
    // A link in place of a stored original.
    fs::remove_file(&first.path).expect("removed");
    symlink(&victim, &first.path).expect("planted");
    let health = kit.archive().verify(first.id(), Scope::Project);
    assert!(format!("{health:?}").contains("Symlink"), "{health:?}");
    assert_eq!(fs::read(&victim).expect("read"), b"precious");
    assert_eq!(fs::read_dir(&elsewhere).expect("read").count(), 0);
}

#[test]
fn what_is_no_file_does_not_hold_the_reader() {
    let kit = Kit::new();
    let kept = put(&kit.archive(), b"x");
    fs::remove_file(&kept.path).expect("removed");
    let made = Command::new("mkfifo")
        .arg(&kept.path)
        .status()
        .expect("run");
    assert!(made.success());
    let health = kit.archive().verify(kept.id(), Scope::Project);
    assert!(format!("{health:?}").contains("Strange"), "{health:?}");
}

/// T9-03 as far as the archive goes: what is no plain name is refused before anything is opened.
#[test]
fn an_id_is_never_a_path() {
    let kit = Kit::new();
    fs::write(kit.dir.path().join("x.json"), "{}").expect("written");
    for text in [
        "../../../../x",
        "..%2f..%2fx",
        "a/b",
        "C:\\x",
        "\u{2025}/x",
        "id\0.json",
        "CON",
        &"a".repeat(300),
        "",
        ".",
        "..",
        "/etc/passwd",
        ".placeholders",
    ] {
        assert!(
            matches!(Archive::parse_id(text), Err(LookupError::NotAnId(_))),
            "{text:?}"
        );
    }
    // A record or an index that names a path is not believed.
    let kept = put(&kit.archive(), b"x");
    let record = kept.path.with_extension("json");
    let json = fs::read_to_string(&record).expect("read");
    fs::write(&record, json.replace(kept.id().as_str(), "../x")).expect("written");
    assert!(kit.archive().show(kept.id(), Scope::Project).is_err());
    let entry = kit
        .data()
        .join("ids")
        .join(&kept.id().as_str()[..2])
        .join(kept.id().as_str());
    fs::write(
        &entry,
        r#"{"version":1,"project":"../../x","session":"s1"}"#,
    )
    .expect("written");
    assert!(kit.archive().show(kept.id(), Scope::Project).is_err());
}

/// T9-05: another project's output is as unknown as one that never was.
#[test]
fn one_project_sees_nothing_of_another() {
    let kit = Kit::new();
    let open = |name: &str| {
        Archive::open(kit.options(), &kit.project(name), session("s1")).expect("a store")
    };
    let (x, y) = (open("shop"), open("other"));
    let of_x = put(&x, b"provider token_X_5521\n");
    let of_y = put(&y, b"provider of y\n");
    let told = |id: &RecallId| {
        y.show(id, Scope::Project)
            .expect_err("not seen")
            .to_string()
    };
    let unknown = RecallId::parse(&"q".repeat(20)).expect("an id");
    assert_eq!(
        told(of_x.id()).replace(of_x.id().as_str(), "ID"),
        told(&unknown).replace(unknown.as_str(), "ID")
    );
    assert!(told(of_x.id()).ends_with(&format!("nearest: {}", of_y.id())));
    assert!(matches!(
        y.show(of_x.id(), Scope::Project),
        Err(LookupError::OtherProject { .. })
    ));
    assert_eq!(y.list().expect("listed").len(), 1);
    assert!(y.rm(&[of_x.id().clone()]).is_err());
    assert_eq!(
        y.show(of_x.id(), Scope::AnyProject).expect("asked for").0,
        of_x.record
    );
    // Deleted by its own project, it is still no more than unknown to the other.
    x.rm(&[of_x.id().clone()]).expect("removed");
    assert!(matches!(
        y.show(of_x.id(), Scope::Project),
        Err(LookupError::OtherProject { .. })
    ));
    assert!(matches!(
        x.show(of_x.id(), Scope::Project),
        Err(LookupError::Deleted { .. })
    ));
}

#[test]
fn an_output_whose_project_is_not_known_is_found_from_any() {
    let kit = Kit::new();
    let proxy = Archive::open_unassigned(kit.options(), session("p1")).expect("a store");
    let kept = put(&proxy, b"from a proxy\n");
    assert_eq!(
        kit.archive()
            .show(kept.id(), Scope::Project)
            .expect("found")
            .0,
        kept.record
    );
    assert!(kit.archive().list().expect("listed").is_empty());
    assert_eq!(proxy.list().expect("listed").len(), 1);
}

#[test]
fn a_project_is_the_same_however_its_path_is_written() {
    let kit = Kit::new();
    let real = kit.project("shop");
    let link = kit.dir.path().join("link");
    symlink(&real.root, &link).expect("linked");
    fs::create_dir(real.root.join("src")).expect("made");
    assert_eq!(Project::find(&link).expect("found"), real);
    assert_eq!(Project::find(&link.join("src/..")).expect("found"), real);
    assert_ne!(kit.project("other").key, real.key);
    assert!(real.key.as_str().starts_with("shop-"), "{}", real.key);
}

#[test]
fn a_project_is_its_repository_and_every_work_tree_of_it() {
    let kit = Kit::new();
    let git = |dir: &Path, args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(dir)
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        git.envs([
            ("GIT_AUTHOR_NAME", "a"),
            ("GIT_AUTHOR_EMAIL", "a@b"),
            ("GIT_COMMITTER_NAME", "a"),
            ("GIT_COMMITTER_EMAIL", "a@b"),
        ]);
        let output = git.output().expect("git runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let shop = kit.dir.path().join("shop");
    git(&shop, &["init", "-q"]);
    git(&shop, &["commit", "-q", "--allow-empty", "-m", "first"]);
    git(&shop, &["worktree", "add", "-q", "../tree"]);
    git(
        kit.dir.path(),
        &["clone", "-q", "--bare", "shop", "bare.git"],
    );
    fs::create_dir_all(shop.join("src/deep")).expect("made");
    let main = Project::find(&shop).expect("found");
    let deep = Project::find(&shop.join("src/deep")).expect("found");
    let tree = Project::find(&kit.dir.path().join("tree")).expect("found");
    let bare = Project::find(&kit.dir.path().join("bare.git")).expect("found");
    assert_eq!(deep, main);
    assert_eq!(tree.key, main.key);
    assert_eq!(
        tree.root,
        fs::canonicalize(kit.dir.path().join("tree")).expect("there")
    );
    assert_ne!(bare.key, main.key);
    assert!(bare.key.as_str().starts_with("bare-git-"), "{}", bare.key);
    // A directory that only looks like a repository is none.
    let odd = kit.dir.path().join("odd");
    fs::create_dir(&odd).expect("made");
    fs::write(odd.join(".git"), "gitdir: /nowhere\n").expect("written");
    assert_eq!(
        Project::find(&odd).expect("found").root,
        fs::canonicalize(&odd).expect("there")
    );
}

/// T9-07: a store inside the project would be read by the project's own commands.
#[test]
fn a_store_inside_the_project_is_refused() {
    let kit = Kit::new();
    let project = kit.project("shop");
    let link = kit.dir.path().join("link");
    symlink(&project.root, &link).expect("linked");
    for inside in [
        project.root.clone(),
        project.root.join(".ibid/data"),
        link.join("data"),
        project.root.join("a/../b"),
    ] {
        let opened = Archive::open(Options::new(&inside), &project, session("s1"));
        let error = opened
            .err()
            .unwrap_or_else(|| panic!("{} was taken", inside.display()));
        assert!(
            matches!(error, ArchiveError::InsideWorkspace { .. }),
            "{error}"
        );
    }
    for outside in [
        kit.data(),
        kit.dir.path().join("shop-data"),
        project.root.join("../data"),
    ] {
        assert!(Archive::open(Options::new(&outside), &project, session("s1")).is_ok());
    }
    // A home that is a repository itself has no outside.
    let home = Options {
        home: Some(project.root.clone()),
        ..Options::new(project.root.join(".local/share/ibid"))
    };
    assert!(Archive::open(home, &project, session("s1")).is_ok());
    assert_eq!(
        fs::read_dir(&project.root).expect("read").count(),
        0,
        "nothing was made"
    );
}

#[test]
fn a_store_of_another_user_is_refused() {
    let kit = Kit::new();
    fs::create_dir(kit.data()).expect("made");
    if std::os::unix::fs::chown(kit.data(), Some(12_345), None).is_err() {
        println!("not run: only root can give a directory away");
        return;
    }
    let mut spool = kit.archive().spool();
    spool.append(b"x");
    let error = spool
        .commit(&id("abc"), Meta::default())
        .expect_err("refused");
    assert!(
        matches!(error, ArchiveError::NotOurs { owner: 12_345, .. }),
        "{error}"
    );
}

/// The data directory may be the user's own link to a directory of theirs, and nothing else.
#[test]
fn the_data_directory_may_be_a_link_of_ones_own() {
    let kit = Kit::new();
    let target = kit.dir.path().join("disk");
    fs::create_dir(&target).expect("made");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o755)).expect("opened");
    symlink(&target, kit.data()).expect("linked");
    let kept = put(&kit.archive(), b"text\n");
    let real = fs::canonicalize(&target).expect("there");
    assert!(kept.path.starts_with(&real), "{}", kept.path.display());
    assert_eq!(mode(&target), 0o700, "the target is closed to others");
    let found = kit
        .archive()
        .show(kept.id(), Scope::Project)
        .expect("found");
    assert_eq!(found.0, kept.record);

    let open = |data: &Path| Archive::open(Options::new(data), &kit.project("shop"), session("s1"));
    // A link to nothing may stand for a disk that is not there: nothing is made in its place.
    let dangling = kit.dir.path().join("dangling");
    symlink(kit.dir.path().join("not-mounted"), &dangling).expect("linked");
    let error = open(&dangling).expect_err("refused").to_string();
    assert!(error.contains("follow the link"), "{error}");
    assert!(!kit.dir.path().join("not-mounted").exists());
    // A link into the project is the project.
    let inside = kit.dir.path().join("inside");
    symlink(kit.project("shop").root, &inside).expect("linked");
    let error = open(&inside).expect_err("refused");
    assert!(
        matches!(error, ArchiveError::InsideWorkspace { .. }),
        "{error}"
    );
    // A link to a file is no directory.
    let file = kit.dir.path().join("file");
    fs::write(&file, "x").expect("written");
    let to_file = kit.dir.path().join("to-file");
    symlink(&file, &to_file).expect("linked");
    let mut spool = open(&to_file).expect("opened").spool();
    spool.append(b"x");
    let error = spool
        .commit(&id("abc"), Meta::default())
        .expect_err("refused");
    assert!(matches!(error, ArchiveError::Strange { .. }), "{error}");
    // Another user's link, or directory behind one's own link, is refused.
    let others = kit.dir.path().join("others");
    symlink(&target, &others).expect("linked");
    if std::os::unix::fs::lchown(&others, Some(12_345), None).is_err() {
        println!("not run: only root can give a link away");
        return;
    }
    let error = open(&others).expect_err("refused");
    assert!(matches!(error, ArchiveError::Symlink { .. }), "{error}");
    std::os::unix::fs::chown(&target, Some(12_345), None).expect("given away");
    let error = kit.archive().list().expect_err("refused");
    assert!(matches!(error, ArchiveError::NotOurs { .. }), "{error}");
}
