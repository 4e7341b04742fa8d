// The runs that the tests look at, made by the program, and their reports.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const HOSTILE = [
  '<img src=x onerror="window.attacked=1">',
  "</script><script>window.attacked=2</script>",
  "{{report_js}}' onmouseover='window.attacked=3",
];

export class Reports {
  #folder = mkdtempSync(join(tmpdir(), "lehr-browser-"));

  #lehr(...words) {
    execFileSync(process.env.LEHR_PROGRAM, [...words, "--quiet"], { cwd: this.#folder, stdio: ["ignore", "ignore", "pipe"] });
  }

  /** The path of the report of a fit to a table. */
  #report(name, table, ...words) {
    this.#lehr("fit", table, "--out", `${name}.nc`, ...words);
    this.#lehr("report", `${name}.nc`, "--out", `${name}.html`);
    return join(this.#folder, `${name}.html`);
  }

  #simulate(name, rows, features) {
    this.#lehr("simulate", "--rows", rows, "--features", features, "--variance", "20", "--lengthscale", "0.3", "--balanced",
               "--out", name);
    return name;
  }

  twoFeatures() {
    return this.#report("two", this.#simulate("two.csv", "60", "2"), "--draws", "200", "--warmup", "100");
  }

  /** Nine features, one length-scale each: 4 chains of 5000 draws of 10 parameters. */
  large() {
    return this.#report("large", this.#simulate("nine.csv", "15", "9"), "--ard", "--draws", "5000", "--sampler", "metropolis",
                        "--importance-samples", "1", "--warmup", "100");
  }

  /** Column and label names that try to run a script. */
  hostile() {
    const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 7},${(i * i) % 11},${i % 5},${i % 3 ? quoted(HOSTILE[0]) : "no"}`);
    writeFileSync(join(this.#folder, "<b>.csv"), [[...HOSTILE, "label"].map(quoted).join(","), ...rows, ""].join("\n"));
    return this.#report("hostile", "<b>.csv", "--ard", "--draws", "50", "--warmup", "100", "--chains", "2");
  }

  size(path) {
    return statSync(path).size;
  }

  remove() {
    rmSync(this.#folder, { recursive: true });
  }
}
