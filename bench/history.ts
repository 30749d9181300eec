import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = join(root, 'bench/history.csv')

/** Settings of a measurement: part of the figure's name, not results. */
const settings = new Set(['producers', 'stores', 'roundTripMs', 'openOrders', 'streams', 'runs', 'rows'])

export interface Figure {
  readonly figure: string
  readonly unit: string
  readonly value: number
}

/** Appends every number of a result to bench/history.csv (columns: docs/figures.md). */
export function appendHistory(name: string, result: unknown, calibrationMs: number): void {
  const commit = commitNow()
  const date = new Date().toISOString()
  const load = (loadavg()[0] ?? 0).toFixed(2)
  const lines = figuresOf(name, result).map(({ figure, unit, value }) =>
    [date, commit, `"${figure.replaceAll('"', "'")}"`, unit, value, load, calibrationMs].join(','),
  )
  if (lines.length > 0) appendFileSync(file, `${lines.join('\n')}\n`)
}

/** Numbers of nested objects and rows, each named by its path: `intake/producers=32/sixStores`. */
export function figuresOf(name: string, result: unknown): Figure[] {
  if (typeof result === 'number') {
    return Number.isFinite(result) ? [{ figure: name, unit: unitOf(name), value: rounded(result) }] : []
  }
  if (typeof result !== 'object' || result === null) return []
  if (Array.isArray(result)) {
    return result.flatMap((row, index) => {
      const label = labelOf(row)
      return figuresOf(`${name}/${label === '' ? index : label}`, row)
    })
  }
  return Object.entries(result).flatMap(([key, value]) =>
    settings.has(key) ? [] : figuresOf(`${name}/${key}`, value),
  )
}

function labelOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return ''
  return Object.entries(row)
    .flatMap(([key, value]) => {
      if (typeof value === 'string') return [value]
      return settings.has(key) ? [`${key}=${String(value)}`] : []
    })
    .join(' ')
}

const units: readonly (readonly [RegExp, string])[] = [
  [/ratio|error|share|shift|cost/i, 'ratio'],
  [/seconds$/i, 's'],
  [/(ms|p50|p95|p99|max|first|known|unknown|worst)$|MsPer/i, 'ms'],
  [/kilobytes$/i, 'kB'],
  [/(megabytes\w*|mb)$/i, 'MB'],
  [/bytes$/i, 'B'],
  [/bare|store|perSecond/i, '1/s'],
]

function unitOf(name: string): string {
  const column = name.split('/').at(-1) ?? ''
  const unit = units.find(([pattern]) => pattern.test(column))?.[1]
  return unit ?? (/bytes/i.test(name) ? 'B' : 'count')
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** A plus sign marks uncommitted changes: the figure does not belong to that commit alone. */
function commitNow(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/history.csv') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}
