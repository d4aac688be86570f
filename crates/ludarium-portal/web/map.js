// @ts-check
/** The slider of years on the map: hides what does not reach into the year. */

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.finds tbody tr')]);
const marks = /** @type {SVGElement[]} */ ([...document.querySelectorAll('.mark')]);

/** @param {number} year */
const yearName = (year) => (year < 0 ? `${-year} BCE` : String(year));

function show() {
  const all = element('all-years').checked;
  const year = Number(element('year').value);
  element('year-text').textContent = all ? '' : yearName(year);
  const shown = rows.filter((row) => {
    const { first, last } = row.dataset;
    const fits = all || (first !== undefined && Number(first) <= year && year <= Number(last));
    row.hidden = !fits;
    return fits;
  });
  for (const mark of marks) {
    const target = /** @type {HTMLElement} */ (element((mark.getAttribute('href') ?? '').slice(1)));
    const number = target.dataset.mark;
    const first = shown.find((row) => row.dataset.mark === number);
    mark.style.display = first ? '' : 'none';
    // A click leads to a row that can be seen.
    if (first) mark.setAttribute('href', `#${first.id}`);
  }
  element('found').textContent = `${shown.length} ${shown.length === 1 ? 'find' : 'finds'}`;
}

if (rows.length > 0) {
  element('years').hidden = false;
  element('year').addEventListener('input', () => {
    element('all-years').checked = false;
    show();
  });
  element('all-years').addEventListener('change', show);
}
