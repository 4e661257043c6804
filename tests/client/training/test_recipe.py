"""Recipes and the course of a training: what is refused, what is done once, how it goes on.

The trainers themselves need PyTorch; `benchmarks/trainers` checks what they make of each form.
"""

import json
import sys
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.cli import main
from tau_emo_client.training import serving
from tau_emo_client.training.folder import (
    CHECKPOINTS_FOLDER,
    MODEL_FOLDER,
    Training,
    base_model,
    checkpoint,
    open_training,
    read_training,
    write_course,
)
from tau_emo_client.training.recipe import Recipe, TrainingError, load_recipe, recipe_names
from tau_emo_client.training.serving import served
from tau_emo_client.training.train import Course, evaluate, train

SFT = Recipe(model="m", sft={"max_steps": 1})
GRPO = Recipe(model="m", grpo={"max_steps": 1})


def test_the_recipes_that_come_along_are_of_the_sizes_and_kinds_that_are_told() -> None:
    sizes = ("1.7b", "4b", "8b")
    wanted = {f"qwen3-{size}-{kind}" for size in sizes for kind in ("lora", "full", "grpo")}
    assert set(recipe_names()) == wanted | {"tiny", "tiny-grpo"}
    for name in wanted:
        recipe = load_recipe(name)
        _, size, kind = name.split("-")
        assert recipe.model == f"Qwen/Qwen3-{size.upper()}"
        assert recipe.trainer == ("grpo" if kind == "grpo" else "sft")
        assert (recipe.lora is None) == (kind == "full")
        if recipe.sft:
            assert recipe.sft["assistant_only_loss"] is True
            assert recipe.sft["packing"] is True


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("model: m", "the recipe: Value error, give either sft or grpo"),
        ("model: m\nsft: {}\ngrpo: {}", "give either sft or grpo"),
        ("model: m\nsft: {output_dir: x}", "output_dir cannot be set by a recipe"),
        ("model: m\nsft: {}\nfast: true", "fast: Extra inputs are not permitted"),
        ("model: [", "is no YAML"),
        ("just words", "the recipe: Input should be"),
    ],
)
def test_what_is_no_recipe_is_refused_and_told(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(text)
    with pytest.raises(TrainingError, match=r"own\.yaml") as error:
        load_recipe(str(file))
    assert why in str(error.value)


def test_a_name_or_file_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"there is no recipe 'x'; give a YAML file or one of"):
        load_recipe("x")
    with pytest.raises(TrainingError, match="cannot be read"):
        load_recipe(str(tmp_path / "none.yaml"))


def test_a_folder_holds_one_training_and_names_what_differs(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    training = Training(recipe=SFT, trajectories_sha256="a")
    open_training(folder, training)
    open_training(folder, training)
    assert read_training(folder) == training
    other = Training(recipe=SFT.model_copy(update={"model": "n"}), trajectories_sha256="b")
    with pytest.raises(TrainingError, match="another training") as error:
        open_training(folder, other)
    assert 'recipe.model: "n" here, "m"' in str(error.value)
    assert "trajectories_sha256" in str(error.value)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(TrainingError, match="is no training"):
        open_training(tmp_path / "full", training)


def test_it_goes_on_from_the_last_checkpoint_that_is_whole(tmp_path: Path) -> None:
    assert checkpoint(tmp_path) is None
    for step, whole in ((5, True), (10, True), (15, False), (9, True)):
        made = tmp_path / CHECKPOINTS_FOLDER / f"checkpoint-{step}"
        made.mkdir(parents=True)
        if whole:
            (made / "trainer_state.json").write_text("{}")
    found = checkpoint(tmp_path)
    assert found is not None
    assert Path(found).name == "checkpoint-10"


def test_the_tiny_model_stands_in_the_folder(tmp_path: Path) -> None:
    training = Training(recipe=SFT)
    assert base_model(tmp_path, training) == "m"
    (tmp_path / "base").mkdir()
    assert base_model(tmp_path, training) == str(tmp_path / "base")


@pytest.mark.parametrize(
    ("course", "why"),
    [
        (Course(SFT, Path("x")), "learns from a collection"),
        (Course(GRPO, Path("x"), Path("y")), "name no collection"),
        (Course(GRPO.model_copy(update={"model": "tiny"}), Path("x")), "by --model"),
    ],
)
def test_a_recipe_says_what_it_learns_from(course: Course, why: str) -> None:
    with pytest.raises(TrainingError, match=why):
        course.training()


TRAINER = """\
import pathlib, sys
folder = pathlib.Path(sys.argv[-1])
(folder / "started").open("a").write(" ".join(sys.argv[1:]) + "\\n")
if (folder / "fail").exists():
    sys.exit(3)
(folder / "model").mkdir()
"""


@pytest.fixture
def launcher(tmp_path: Path) -> str:
    """Something that stands where a launcher stands, and trains nothing."""
    file = tmp_path / "launch.py"
    file.write_text(TRAINER)
    return f"{sys.executable} {file}"


def test_a_step_that_is_done_stays_done(tmp_path: Path, launcher: str) -> None:
    course = Course(GRPO, tmp_path / "t", domains=("retail", "bank"), launcher=launcher)
    open_training(course.out, course.training())
    (course.out / "fail").touch()
    with pytest.raises(TrainingError, match="ended with status 3"):
        train(course)
    (course.out / "fail").unlink()
    train(course)
    train(course)
    line = f"-m tau_emo_client.training.grpo {course.out}"
    assert (course.out / "started").read_text().splitlines() == [line, line]
    assert read_training(course.out).domains == ("bank", "retail")


def test_a_launcher_that_is_not_there_is_told(tmp_path: Path) -> None:
    course = Course(GRPO, tmp_path / "t", launcher="no-such-launcher")
    with pytest.raises(TrainingError, match="no-such-launcher cannot be started"):
        train(course)


def test_a_taken_port_and_a_server_that_ends_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as taken:
        with (
            pytest.raises(TrainingError, match="is taken"),
            served("transformers", tmp_path, "m", taken.server_port),
        ):
            raise AssertionError("it was not served")
        port = taken.server_port
    monkeypatch.setattr(serving, "command", lambda *_: [sys.executable, "-c", "exit(4)"])
    with (
        pytest.raises(TrainingError, match="ended with status 4"),
        served("vllm", tmp_path, "m", port),
    ):
        raise AssertionError("it was not served")
    monkeypatch.setattr(serving, "command", lambda *_: ["no-such-server"])
    with (
        pytest.raises(TrainingError, match="cannot be started"),
        served("vllm", tmp_path, "m", port),
    ):
        raise AssertionError("it was not served")


def test_vllm_is_told_how_qwen_writes_calls_and_thoughts() -> None:
    words = serving.command("vllm", Path("out/model"), "trained", 81)
    assert words[:3] == ["vllm", "serve", "out/model"]
    pairs = dict(pairwise(words))
    assert pairs["--served-model-name"] == "trained"
    assert pairs["--port"] == "81"
    assert pairs["--tool-call-parser"] == "hermes"
    assert pairs["--reasoning-parser"] == "qwen3"


MODEL = """\
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from itertools import pairwise
class Model(BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def send(self, value):
        text = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
    def do_GET(self): self.send({"data": []})
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": "I see."}
        self.send({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]})
HTTPServer(("127.0.0.1", int(sys.argv[1])), Model).serve_forever()
"""


def test_the_model_is_served_measured_and_the_server_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as free:
        port = free.server_port

    def command(server: str, model: Path, name: str, port: int) -> Sequence[str]:
        assert (model, name) == (tmp_path / MODEL_FOLDER, "trained")
        return [sys.executable, "-c", MODEL, str(port)]

    monkeypatch.setattr(serving, "command", command)
    recipe = SFT.model_copy(update={"evaluation": ("--limit", "3", "--json")})
    options = ("--domain", "school", "--limit", "1")
    assert evaluate(Course(recipe, tmp_path), "vllm", port, options) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["episodes"], told["passed"]) == (1, 0)
    assert told["run_dir"] == str(tmp_path / "evaluation")
    with HTTPServer(("127.0.0.1", port), BaseHTTPRequestHandler):
        """The port is free again."""


def run(monkeypatch: pytest.MonkeyPatch, capfd: Any, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["tau-emo", "tracer", "train", *arguments])
    with pytest.raises(SystemExit) as status:
        main()
    captured = capfd.readouterr()
    return int(status.value.code or 0), captured.out, captured.err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *a: None if name == "trl" else find_spec(name, *a)
    )
    status, _, told = run(monkeypatch, capfd, "x", "--recipe", "tiny", "--out", str(tmp_path))
    assert status == 2
    assert "run `pip install 'tau-emo[train]'`" in told


def test_the_command_trains_tells_and_leaves_out_the_evaluation(
    monkeypatch: pytest.MonkeyPatch, capfd: Any, tmp_path: Path, launcher: str
) -> None:
    monkeypatch.setattr("tau_emo_client.cli.training.need", lambda *_: None)
    out = tmp_path / "t"
    logged = [{"step": 1, "loss": 8.0}, {"step": 2, "loss": 4.5}]
    open_training(out, Training(recipe=load_recipe("qwen3-4b-grpo"), domains=("bank",)))
    write_course(out, {"steps": 2, "logged": logged})
    options = ("--out", str(out), "--launcher", launcher, "--no-evaluation", "--domain", "bank")
    status, told, _ = run(monkeypatch, capfd, "--recipe", "qwen3-4b-grpo", *options)
    assert status == 0
    assert told == f"2 steps, loss 8.000 at first and 4.500 at last\nmodel: {out / 'model'}\n"
    status, _, told = run(
        monkeypatch, capfd, "--recipe", "qwen3-4b-grpo", "--model", "mine", *options
    )
    assert status == 2
    assert 'recipe.model: "mine" here, "Qwen/Qwen3-4B"' in told
    for more, why in (
        (("--server", "x"), "it is one of transformers, vllm"),
        (("--domain", "zoo"), "there is no domain 'zoo'"),
    ):
        status, _, told = run(monkeypatch, capfd, "--recipe", "tiny", "--out", str(out), *more)
        assert status == 2
        assert why in told


def test_what_follows_two_dashes_goes_to_the_evaluation(
    monkeypatch: pytest.MonkeyPatch, capfd: Any, tmp_path: Path, launcher: str
) -> None:
    monkeypatch.setattr("tau_emo_client.cli.training.need", lambda *_: None)
    measured: list[Sequence[str]] = []

    def measure(course: Course, server: str, port: int, options: Sequence[str]) -> int:
        measured.append((str(course.collection), server, *options))
        return 1

    monkeypatch.setattr("tau_emo_client.training.train.evaluate", measure)
    monkeypatch.setattr("tau_emo_client.training.train.train", lambda _: None)
    write_course(tmp_path, {"steps": 0, "logged": []})
    given = ("--recipe", "tiny", "--out", str(tmp_path), "--server", "vllm")
    status, told, _ = run(monkeypatch, capfd, *given, "--", "--limit", "1")
    assert (status, told.splitlines()[0]) == (1, "0 steps")
    run(monkeypatch, capfd, "lessons", *given, "--", "--limit", "1")
    assert measured == [("None", "vllm", "--limit", "1"), ("lessons", "vllm", "--limit", "1")]
