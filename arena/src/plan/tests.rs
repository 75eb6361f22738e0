#![allow(clippy::unwrap_used)]
//! Plans of whole leagues, and what is said about those that cannot begin.

mod frozen;
mod refused;

use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::config::Known;

const KNOWN: Known<'static> = Known {
    rulesets: &["long", "gulbar"],
    builtins: &["pips", "race"],
};

const LEAGUE: &str = r#"name = "winter"
seed = "2026"
[[bot]]
name = "greedy"
command = ["python3", "greedy.py"]
dir = "bots"
env = { TOKEN = "abc" }
options = { depth = 1 }
[[bot]]
name = "pips"
command = ["builtin:pips"]
"#;

/// A folder with a league file and its bot, as a user would have them.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("bots")).unwrap();
        std::fs::write(folder.path().join("bots/greedy.py"), "print()").unwrap();
        Home(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn config(&self, text: &str) -> LeagueConfig {
        LeagueConfig::parse(text, &self.path().join("winter.toml"), &KNOWN).unwrap()
    }

    fn new_output(&self) -> Request {
        let output = Output::New(self.path().join("results/winter"));
        Request {
            seed: None,
            concurrency: None,
            output,
            sprt: None,
        }
    }

    fn plan(&self, text: &str) -> Plan {
        plan(&self.config(text), &self.new_output()).unwrap()
    }

    /// Text with this folder's name, which differs from run to run, replaced.
    fn anonymous(&self, text: &str) -> String {
        text.replace(&*self.path().to_string_lossy(), "HOME")
    }
}

/// A machine with two cores on which every program is in `/usr/bin`, except those called "missing".
fn plan(config: &LeagueConfig, request: &Request) -> Result<Plan, PlanError> {
    let programs = |wanted: &Wanted<'_>| match wanted.program {
        program if program.contains("missing") => Err(ProgramProblem {
            reason: "there is no such file".to_owned(),
            remedy: "check the path".to_owned(),
        }),
        program => Ok(Path::new("/usr/bin").join(program)),
    };
    let cores = NonZeroUsize::new(2).unwrap();
    let ruleset_parameters = json!({"doubles": "four", "block": "passed"});
    Plan::new(
        config,
        request,
        &Surroundings {
            cores,
            ruleset_parameters,
            programs: &programs,
        },
    )
}

#[test]
fn a_plan_has_absolute_programs_folders_and_results() {
    let home = Home::new();
    let plan = home.plan(LEAGUE);
    let [greedy, pips] = plan.bots() else {
        panic!("{:?}", plan.bots())
    };
    assert_eq!(greedy.name().as_str(), "greedy");
    assert_eq!(greedy.command(), ["python3", "greedy.py"]);
    assert_eq!(
        greedy.program(),
        &Program::External(PathBuf::from("/usr/bin/python3"))
    );
    assert_eq!(greedy.args(), ["greedy.py"]);
    assert_eq!(greedy.dir(), home.path().join("bots"));
    assert_eq!(greedy.env()["TOKEN"], "abc");
    assert_eq!(greedy.options()["depth"], 1);
    assert_eq!(pips.program(), &Program::Builtin("pips".to_owned()));
    assert_eq!(pips.dir(), home.path());
    assert_eq!(plan.output(), home.path().join("results/winter"));
    assert!(!home.path().join("results").exists());
}

#[test]
fn the_resolver_is_told_all_about_a_bot() {
    let home = Home::new();
    let programs = |wanted: &Wanted<'_>| {
        assert_eq!(wanted.bot.as_str(), "greedy");
        assert_eq!(wanted.program, "python3");
        assert_eq!(wanted.args, ["greedy.py"]);
        assert_eq!(wanted.dir, home.path().join("bots"));
        assert_eq!(wanted.env["TOKEN"], "abc");
        Ok(PathBuf::from("/found/here"))
    };
    let surroundings = Surroundings {
        cores: NonZeroUsize::MIN,
        ruleset_parameters: json!({}),
        programs: &programs,
    };
    let plan = Plan::new(&home.config(LEAGUE), &home.new_output(), &surroundings).unwrap();
    assert_eq!(
        plan.bots()[0].program(),
        &Program::External(PathBuf::from("/found/here"))
    );
}

#[test]
fn a_league_file_without_folder_starts_at_the_current_one() {
    let home = Home::new();
    let text = LEAGUE.replace("dir = \"bots\"\n", "");
    let config = LeagueConfig::parse(&text, Path::new("demo.toml"), &KNOWN).unwrap();
    let plan = plan(&config, &home.new_output()).unwrap();
    assert_eq!(plan.bots()[0].dir(), std::env::current_dir().unwrap());
}

#[test]
fn the_command_line_comes_before_the_file_and_the_file_before_the_machine() {
    let home = Home::new();
    assert_eq!(home.plan(LEAGUE).concurrency().get(), 2); // the machine's cores
    let four = format!("concurrency = 4\npin = false\n{LEAGUE}");
    assert_eq!(home.plan(&four).concurrency().get(), 4);
    assert_eq!(home.plan(&four).pinning(), Pinning::Anywhere);
    let request = Request {
        seed: Some("typed".to_owned()),
        concurrency: NonZeroUsize::new(7),
        ..home.new_output()
    };
    let plan = plan(&home.config(&four), &request).unwrap();
    assert_eq!(plan.concurrency().get(), 7);
    assert_eq!(plan.seed().text(), "typed");
    assert_eq!(plan.seed().origin(), SeedOrigin::CommandLine);
    assert_eq!(home.plan(LEAGUE).seed().text(), "2026");
    assert_eq!(home.plan(LEAGUE).seed().origin(), SeedOrigin::LeagueFile);
}

#[test]
fn a_resumed_league_goes_on_with_the_seed_that_was_drawn() {
    let home = Home::new();
    let text = LEAGUE.replace("seed = \"2026\"\n", "");
    let began = home.plan(&text);
    assert_eq!(began.seed().origin(), SeedOrigin::Drawn);
    let output = Output::Resume(home.path().to_owned(), began.seed().clone());
    let request = Request {
        seed: None,
        concurrency: None,
        output,
        sprt: None,
    };
    let resumed = plan(&home.config(&text), &request).unwrap();
    assert_eq!(resumed.hash(), began.hash());
    assert_eq!(
        began.frozen().differences(resumed.frozen(), "winter.toml"),
        [""; 0]
    );
    assert_eq!(resumed.output(), home.path());
}

#[test]
fn a_match_of_two_commands_is_planned_like_a_league() {
    let home = Home::new();
    let spec = MatchSpec {
        commands: ["builtin:race", "mybot --depth 2"],
        pairs: NonZeroU32::new(3),
        rules: Some("gulbar"),
        time: None,
    };
    let plan = plan(&match_config(&spec, &KNOWN).unwrap(), &home.new_output()).unwrap();
    assert_eq!(plan.name().as_str(), "race vs mybot");
    assert_eq!(plan.rules().id(), "gulbar");
    assert_eq!(plan.kind(), Kind::RoundRobin);
    assert_eq!(plan.pairs().get(), 3);
    assert_eq!(plan.bots()[1].args(), ["--depth", "2"]);
    assert_eq!(plan.bots()[1].dir(), std::env::current_dir().unwrap());
}
