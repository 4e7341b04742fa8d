// Makes docs/figures/report.png, the picture of a report in the README, from the report of a fit to simulated data:
//   lehr simulate --rows 200 --features 2 --variance 20 --lengthscale 0.3 --balanced --seed 4 --out made.csv
//   lehr fit made.csv --out made.nc && lehr report made.nc --out made.html
//   node docs/figures/report_picture.mjs made.html        (playwright-core is where ctest -R browser.install put it)
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../../build/release/tests/browser/"))("playwright-core");

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1060, height: 900 }, colorScheme: "light" });
await page.goto(`file://${resolve(process.argv[2])}`);
// Three of the parts: the others would make the picture too long for a page.
await page.addStyleTag({ content: "#fitted, #calibration, #prior, #chains, #pairs, #evidence, #settings, footer { display: none }" });
await page.waitForFunction(() => document.querySelectorAll("#surface svg").length === 2);
await page.screenshot({ path: join(here, "report.png"), fullPage: true });
await browser.close();
