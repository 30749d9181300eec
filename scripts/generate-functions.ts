import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countedMeasures } from '../contract/reports/measures.ts'
import { defaultDayStart } from '../contract/shared/day.ts'
import { hoursOfDay, lineMeasures } from '../server/reports/figures/measure-columns.ts'

/**
 * Writes the SQL functions that repeat a list of the contract from server/db/templates; with `--verify` fails
 * when a committed file differs. In a template `{{sum($)}}` is repeated for the column of every measure,
 * `{{counted: $}}` for what an order adds to it, `{{hours: $}}` for every column of an hour.
 */
const folder = fileURLToPath(new URL('../server/db/', import.meta.url))
const verify = process.argv.includes('--verify')
const lists: Readonly<Record<string, readonly string[]>> = {
  columns: countedMeasures.map(({ column }) => column),
  counted: countedMeasures.map(({ column, counted }) => `${counted} as ${column}`),
  hours: lineMeasures.flatMap((measure) => hoursOfDay.map((hour) => `${measure}_${hour}`)),
}

for (const name of readdirSync(join(folder, 'templates'))) {
  const text = `-- Generated from ../templates/${name} by scripts/generate-functions.ts.\n${filled(
    readFileSync(join(folder, 'templates', name), 'utf8'),
  )}`
  const file = join(folder, 'functions', name)
  if (!verify) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not what scripts/generate-functions.ts writes.`)
    process.exitCode = 1
  }
}

function filled(template: string): string {
  return template
    .replaceAll('{{default day start}}', defaultDayStart)
    .replaceAll(
      /^(.*?)\{\{(?:(counted|hours): )?(.+?)\}\}/gm,
      (_, before: string, list = 'columns', each: string) => {
        const indent = /^ */.exec(before)?.[0] ?? ''
        const items = (lists[list as string] ?? []).map((item) => each.replaceAll('$', () => item))
        return `${before}${items.join(`,\n${indent}`)}`
      },
    )
}
