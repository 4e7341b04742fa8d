// Chromium, and what is seen in it.
import { chromium } from "playwright-core";

const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ executablePath: process.env.LEHR_CHROMIUM, headless: true, args: QUIET });

/** A page with a report in it, once all traces are drawn; `page.complaints` holds what went wrong or out. */
export async function open(browser, path, { width = 1100, height = 900, ...options } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, ...options });
  page.complaints = [];
  page.on("console", (message) => page.complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => page.complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== `file://${encodeURI(path)}` && !request.url().startsWith("data:")) page.complaints.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${encodeURI(path)}`);
  await page.waitForFunction(() => [...document.querySelectorAll("figure.trace")].every((figure) => figure.querySelector("canvas")));
  return page;
}

/** How many pixels of an element have a colour. Axes, grids and words are grey: what is left is data. */
export async function colouredPixels(locator) {
  const png = await locator.screenshot();
  const reader = await locator.page().context().browser().newPage();
  const count = await reader.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [red, green, blue] = data.subarray(i, i + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 30) coloured += 1;
    }
    return coloured;
  }, png.toString("base64"));
  await reader.close();
  return count;
}
