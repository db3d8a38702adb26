// Opens a page that `ibid replay --report` made, as a reader would: on a screen and on a phone, by
// day and by night, with the keyboard. Usage: node report.mjs PAGE BROWSER
import { strict as assert } from "node:assert";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [file, executablePath] = process.argv.slice(2);
const address = pathToFileURL(file).href;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let passed = 0;

/** Opens the page, runs a check on it, and fails when anything was fetched or went wrong. */
async function check(name, options, body) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== address && request.url() !== "data:,") wrong.push(`fetched: ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(address);
  await body(page);
  assert.deepEqual(wrong, [], name);
  await context.close();
  passed += 1;
  console.log(`ok: ${name}`);
}

const screen = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Whether the page is as wide as its window, with everything open that can be opened. */
async function fits(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `the page is ${wide} wide in ${window}`);
}

for (const colorScheme of ["light", "dark"]) {
  await check(`no horizontal scroll on a screen, ${colorScheme}`, { ...screen, colorScheme }, fits);
  await check(`no horizontal scroll on a phone, ${colorScheme}`, { ...phone, colorScheme }, fits);
}

await check("dark is dark", { ...screen, colorScheme: "dark" }, async (page) => {
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red, green, blue] = paper.match(/\d+/g).map(Number);
  assert.ok(red + green + blue < 120, paper);
});

await check("the table sorts by keyboard", screen, async (page) => {
  const column = (at) => page.$$eval(
    "table.sortable >> nth=0 >> tbody tr",
    (rows, at) => rows.map((row) => (at ? Number(row.cells[at].dataset.v) : row.cells[0].textContent)),
    at,
  );
  const before = await column(0);
  const button = page.locator("table.sortable").first().locator("th button").nth(1);
  // From the start of the page with the Tab key alone, as a keyboard gets there.
  let presses = 0;
  while (!(await button.evaluate((one) => one === document.activeElement))) {
    assert.ok((presses += 1) < 30, "the head is not reached");
    await page.keyboard.press("Tab");
  }
  const outline = await button.evaluate((one) => getComputedStyle(one).outlineStyle);
  assert.notEqual(outline, "none", "the focus shows");
  await page.keyboard.press("Enter");
  const up = await column(1);
  assert.deepEqual(up, [...up].sort((a, b) => a - b));
  assert.equal(await button.locator("..").getAttribute("aria-sort"), "ascending");
  await page.keyboard.press("Space");
  const down = await column(1);
  assert.deepEqual(down, [...up].reverse());
  assert.equal(await button.locator("..").getAttribute("aria-sort"), "descending");
  assert.deepEqual((await column(0)).sort(), before.sort(), "no row is lost");
});

await check("pictures and tables have names", screen, async (page) => {
  const names = await page.$$eval("svg[role=img]", (all) =>
    all.map((one) => one.getAttribute("aria-labelledby").split(" ").map((id) => document.getElementById(id).textContent)));
  assert.equal(names.length, 2 * 8);
  assert.ok(names.every(([title, description]) => title && description.length > 40));
  const tree = await page.locator("body").ariaSnapshot();
  assert.match(tree, /img "Context size under planned/);
  assert.match(tree, /region "Policies"/);
});

await check("without scripts it reads the same", { ...screen, javaScriptEnabled: false }, async (page) => {
  assert.equal(await page.locator("table.sortable").count(), 2);
  assert.equal(await page.locator("table.sortable button").count(), 0);
});

await check("what stands in a session stays text", screen, async (page) => {
  assert.equal(await page.locator("img, iframe, main script, main b[onclick]").count(), 0);
  assert.match(await page.locator("h2").nth(1).textContent(), /<b onclick=alert\(1\)>/);
  const lines = await page.locator("code").allTextContents();
  assert.ok(lines.some((line) => line.includes("<script>alert(1)</script><img src=x onerror")));
  assert.match(await page.title(), /^Ibid replay/);
});

await browser.close();
console.log(`${passed} passed, 0 failed`);
