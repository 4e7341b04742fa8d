// Draws the traces with uPlot and lets chains be hidden; everything else in the page is there without it.
(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("data").textContent);
  const figures = [...document.querySelectorAll("figure.trace")];
  const plots = new Map(); // figure -> uPlot
  const hidden = new Set(); // chains

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const short = (value) => (value == null ? "–" : Number(value.toPrecision(4)).toString());

  /** The numbers of one trace: first the draws' places, then one array for each chain. */
  function columns(index) {
    const bytes = Uint8Array.from(atob(data.values[index]), (letter) => letter.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const values = Float64Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
    const draws = values.length / data.chains;
    const places = Float64Array.from({ length: draws }, (_, i) => 1 + i * data.every);
    const chains = Array.from({ length: data.chains }, (_, chain) => values.subarray(chain * draws, (chain + 1) * draws));
    return [places, ...chains];
  }

  /** 1, 2 and 5 times the powers of ten; of a long axis only the powers. */
  function roundValues(low, high) {
    const powers = Math.log10(high / low);
    const steps = powers > 3 ? [1] : powers > 1.5 ? [1, 3] : powers > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 8];
    const values = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
      for (const step of steps) {
        const value = Number(`${step}e${power}`);
        if (value >= low && value <= high) values.push(value);
      }
    }
    return values;
  }

  /** Parameters are positive and sampled on the log scale; the log evidence is not. With all chains hidden there is no range. */
  const logarithmic = {
    scale: { distr: 3, range: (_, low, high) => (low > 0 ? [low / 1.1, high * 1.1] : [1, 10]) },
    axis: { splits: (_, __, low, high) => roundValues(low, high), filter: (_, values) => values },
  };

  function options(figure) {
    const y = figure.classList.contains("wide") ? {} : logarithmic;
    const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--grid"), width: 1 }, ticks: { show: false } };
    const chains = Array.from({ length: data.chains }, (_, chain) => ({
      label: `${chain + 1}`,
      stroke: colour(`--c${chain % 8}`),
      width: 1,
      points: { show: false },
      show: !hidden.has(chain),
      value: (_, value) => short(value),
    }));
    return {
      width: Math.max(figure.clientWidth, 200),
      height: figure.classList.contains("wide") ? 240 : 170,
      scales: { x: { time: false }, y: y.scale ?? {} },
      axes: [{ ...axis, size: 28 }, { ...axis, size: 52, values: (_, ticks) => ticks.map(short), ...y.axis }],
      series: [{ label: "draw", value: (_, value) => short(value) }, ...chains],
      cursor: { sync: { key: "draws", scales: ["x", null] }, focus: { prox: 20 } },
      focus: { alpha: 0.35 },
    };
  }

  function draw(figure) {
    plots.get(figure)?.destroy();
    plots.set(figure, new uPlot(options(figure), columns(Number(figure.dataset.values)), figure));
  }

  const drawAgain = () => [...plots.keys()].forEach(draw);
  const drawAll = () => figures.forEach(draw);

  /** One trace at a time, with the page free in between: a page of sixty can be read as soon as a page of two. */
  function drawInTurn(waiting) {
    if (waiting.length === 0) return;
    if (!plots.has(waiting[0])) draw(waiting[0]);
    setTimeout(() => drawInTurn(waiting.slice(1)));
  }
  if (data.chains > 0) drawInTurn(figures);

  // A canvas keeps the colours and the size it was drawn with.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
  matchMedia("print").addEventListener("change", drawAll);
  addEventListener("beforeprint", drawAll);
  addEventListener("afterprint", drawAgain);
  let resizing;
  addEventListener("resize", () => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      for (const [figure, plot] of plots) plot.setSize({ width: Math.max(figure.clientWidth, 200), height: plot.height });
    }, 100);
  });

  for (const box of document.querySelectorAll("input[data-chain]")) {
    box.addEventListener("change", () => {
      const chain = Number(box.dataset.chain);
      if (box.checked) hidden.delete(chain);
      else hidden.add(chain);
      for (const line of document.querySelectorAll(`.chain-${chain}`)) line.classList.toggle("hidden", !box.checked);
      for (const plot of plots.values()) plot.setSeries(chain + 1, { show: box.checked });
    });
  }

  const tip = document.getElementById("tip");
  document.addEventListener("pointerover", (event) => {
    const words = event.target.dataset?.tip;
    tip.hidden = !words;
    if (!words) return;
    tip.textContent = words;
    const place = event.target.getBoundingClientRect();
    tip.style.left = `${Math.min(place.right + 8, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.max(place.top - tip.offsetHeight - 6, 4)}px`;
  });
})();
