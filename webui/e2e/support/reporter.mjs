// How the journeys are told: a line for each, its reasons below it where it failed, and one line in the end, as
// scripts/test reads them.
import { stripVTControlCharacters } from 'node:util';

const print = (line) => process.stdout.write(`${line}\n`);

/** A first failure is told as ≈: whether it counts is known after the second try. */
function markOf(test, result) {
  if (result.status === 'passed') return '✓';
  return result.retry < test.retries ? '≈' : '✗';
}

/** A test's path: the root and the project, which have no names here, the file and the title. */
const fileOf = (test) => test.titlePath()[2];

const wordsOf = (error) => stripVTControlCharacters(error.stack ?? error.message ?? String(error.value)).trimEnd();

export default class Reporter {
  #suite;
  #folder;

  onBegin(config, suite) {
    this.#suite = suite;
    this.#folder = config.projects[0].outputDir;
  }

  /** What goes wrong outside of every journey: a file that cannot be read, a worker that cannot end. */
  onError(error) {
    print(wordsOf(error));
  }

  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  onStdErr(chunk) {
    process.stderr.write(chunk);
  }

  onTestEnd(test, result) {
    const seconds = (result.duration / 1000).toFixed(1);
    print(`${markOf(test, result)} ${test.title} (${fileOf(test)}, ${seconds} s)`);
    for (const error of result.errors) print(wordsOf(error).replace(/^/gm, '    '));
  }

  onEnd({ status }) {
    const tests = this.#suite?.allTests() ?? [];
    if (status === 'passed' && tests.every((test) => test.results.length === 0)) {
      // somebody asked for the list alone
      for (const test of tests) print(`${fileOf(test)}: ${test.title}`);
      return;
    }
    const outcomes = tests.map((test) => test.outcome());
    const unsteady = outcomes.filter((outcome) => outcome === 'flaky').length;
    const passed = outcomes.filter((outcome) => outcome === 'expected').length + unsteady;
    // what did not run did not pass
    const failed = outcomes.length - passed;
    if (unsteady > 0) print(`${unsteady} unsteady: failed at first and passed on a fresh server`);
    if (unsteady + failed > 0) print(`Pictures, logs and traces: ${this.#folder}`);
    print(`${passed} passed, ${failed} failed`);
  }
}
