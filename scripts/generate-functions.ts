import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noMeasures } from '../contract/reports/metrics.ts'
import { defaultDayStart } from '../contract/shared/day.ts'
import { columnOf, hoursOfDay, lineMeasures } from '../server/reports/sale/wide-columns.ts'

/**
 * Writes the SQL functions that repeat a list of the contract from server/db/templates; with `--verify` fails
 * when a committed file differs. In a template `{{sum($)}}` is repeated for every measure, `{{hours: $}}` for
 * every column of an hour.
 */
const folder = fileURLToPath(new URL('../server/db/', import.meta.url))
const verify = process.argv.includes('--verify')
const measures = Object.keys(noMeasures).map((name) => columnOf(name as keyof typeof noMeasures))
const hours = lineMeasures.flatMap((measure) => hoursOfDay.map((hour) => `${measure}_${hour}`))

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
      /^(.*?)\{\{(hours: )?(.+?)\}\}/gm,
      (_, before: string, ofHours: string | undefined, each: string) => {
        const indent = /^ */.exec(before)?.[0] ?? ''
        const items = (ofHours ? hours : measures).map((column) => each.replaceAll('$', column))
        return `${before}${items.join(`,\n${indent}`)}`
      },
    )
}
