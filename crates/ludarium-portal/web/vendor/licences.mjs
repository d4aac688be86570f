// Writes the licences of everything in codemirror.js to LICENCES.txt.
import { readFileSync, readdirSync, writeFileSync, existsSync } from 'node:fs';

const bundled = JSON.parse(readFileSync('meta.json', 'utf8')).inputs;
const packages = new Set();
for (const input of Object.keys(bundled)) {
  const found = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
const parts = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((own) => /^licen[cs]e/i.test(own));
  if (!file || !existsSync(`${folder}/${file}`)) throw new Error(`${name} has no licence`);
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync('LICENCES.txt', `codemirror.js holds parts of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`);
