// The HTML report as a reader meets it: in Chromium, with pointer, keyboard, screen reader, phone, dark screen and paper.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { colouredPixels, launch, open } from "./browser.mjs";
import { HOSTILE, Reports } from "./reports.mjs";

let browser, reports, two, large, hostile;

before(async () => {
  browser = await launch();
  reports = new Reports();
  two = reports.twoFeatures();
  large = reports.large();
  hostile = reports.hostile();
});
after(async () => {
  await browser?.close();
  reports?.remove();
});

/** Runs the work on an open report, which must not complain. */
async function withReport(path, options, work) {
  const page = await open(browser, path, options);
  await work(page);
  assert.deepEqual(page.complaints, []);
  await page.close();
}

describe("every plot has drawn data", () => {
  for (const [name, path] of [["two features", () => two], ["nine features", () => large]]) {
    it(`in the report of ${name}, light and dark`, async () => {
      for (const colorScheme of ["light", "dark"]) {
        await withReport(path(), { colorScheme }, async (page) => {
          const plots = page.locator("svg, figure.trace canvas");
          const count = await plots.count();
          assert.ok(count >= 10, `${count} plots`);
          for (let i = 0; i < count; i += 1) {
            const coloured = await colouredPixels(plots.nth(i));
            assert.ok(coloured > 50, `plot ${i} of ${count} has ${coloured} coloured pixels, ${colorScheme}`);
          }
        });
      }
    });
  }
});

it("4 chains of 5000 draws of 10 parameters fit into 3 MB", async (context) => {
  assert.ok(reports.size(large) < 3e6, `${reports.size(large)} bytes`);
  await withReport(large, {}, async (page) => {
    const milliseconds = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
    context.diagnostic(`${reports.size(large)} bytes, loaded in ${Math.round(milliseconds)} ms`);
    assert.equal(await page.locator("figure.trace canvas").count(), 11);
  });
});

describe("pointer", () => {
  it("reads values of a trace", async () => {
    await withReport(two, {}, async (page) => {
      const trace = page.locator("figure.trace").first();
      assert.match(await trace.locator(".u-legend").innerText(), /draw\s*–\s*1\s*–/);
      await trace.locator(".u-over").hover();
      assert.match(await trace.locator(".u-legend").innerText(), /draw\s*\d+\s*1\s*\d/);
    });
  });

  it("reads a point of a drawing", async () => {
    await withReport(two, {}, async (page) => {
      assert.ok(await page.locator("#tip").isHidden());
      await page.locator("circle[data-tip]").first().hover();
      assert.match(await page.locator("#tip").innerText(), /predicted .* observed .* row/);
    });
  });

  it("zooms into a trace and back", async () => {
    await withReport(two, {}, async (page) => {
      const canvas = page.locator("figure.trace canvas").first();
      const area = page.locator("figure.trace .u-over").first();
      const move = async (share) => {
        const box = await area.boundingBox();
        await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
      };
      const pixels = () => canvas.evaluate((element) => element.toDataURL());
      await area.scrollIntoViewIfNeeded();
      const whole = await pixels();
      await move(0.2);
      await page.mouse.down();
      await move(0.5);
      await page.mouse.up();
      await page.waitForFunction(([element, before]) => element.toDataURL() !== before, [await canvas.elementHandle(), whole]);
      await area.dblclick();
      await page.mouse.move(0, 0);
      await page.waitForFunction(([element, before]) => element.toDataURL() === before, [await canvas.elementHandle(), whole]);
    });
  });
});

describe("keyboard and screen reader", () => {
  it("the first stop leads to the report", async () => {
    await withReport(two, {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), "#main");
    });
  });

  it("the space bar hides a chain in all plots", async () => {
    await withReport(two, {}, async (page) => {
      const trace = page.locator("figure.trace canvas").first();
      const ranks = page.locator("figure.rank svg").first();
      const boxes = page.locator("input[data-chain]");
      const before = [await colouredPixels(trace), await colouredPixels(ranks)];
      for (let chain = 0; chain < 4; chain += 1) {
        await boxes.nth(chain).focus();
        await page.keyboard.press("Space");
      }
      const hidden = [await colouredPixels(trace), await colouredPixels(ranks)];
      assert.ok(before[0] > 500 && before[1] > 100, `${before}`);
      assert.deepEqual(hidden, [0, 0]);
      await page.keyboard.press("Space");
      assert.ok((await colouredPixels(trace)) > 100);
    });
  });

  it("parts, plots and tables have names", async () => {
    await withReport(two, {}, async (page) => {
      const heard = await page.locator("body").ariaSnapshot();
      for (const part of ['heading "two.csv" [level=1]', 'heading "Can it be trusted?" [level=2]', 'region "Parameters"',
                          'checkbox "1" [checked]', 'img "Reliability diagram', 'img "Trace of variance', 'rowheader "lengthscale"',
                          "navigation \"Parts of the report\""]) {
        assert.ok(heard.includes(part), `${part} is not in\n${heard}`);
      }
      assert.equal(await page.locator("h1").count(), 1);
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
      assert.equal(await page.locator("svg:not([aria-label])").count(), 0);
    });
  });
});

it("names from the data are shown, not run", async () => {
  await withReport(hostile, {}, async (page) => {
    for (const name of HOSTILE) assert.ok(await page.getByText(name).count(), name);
    await page.locator("circle[data-tip]").first().hover();
    assert.equal(await page.evaluate(() => window.attacked), undefined);
    assert.equal(await page.title(), "<b>.csv: a Gaussian process classifier");
  });
});

it("a phone needs no scrolling to the side", async () => {
  for (const path of [two, large]) {
    await withReport(path, { width: 360, height: 740 }, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    });
  }
});

it("paper is white, from a dark screen too", async () => {
  await withReport(two, { colorScheme: "dark" }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await background(), "rgb(20, 23, 26)");
    await page.emulateMedia({ media: "print" });
    assert.equal(await background(), "rgb(255, 255, 255)");
    assert.ok(await page.locator("nav").isHidden());
    assert.ok((await page.pdf()).length > 10000);
  });
});
