import { metrics, smallChange, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { changeSize } from '../../words/change-size.ts'
import { count, decimal, percent } from '../../words/format.ts'

/** A change as it is said: `▲ 4,3 %`, `▼ 4 min`, `igual`. */
export interface ChangeWords {
  readonly direction: 'up' | 'down' | 'level'
  /** Its size, in the figure's unit; `igual` if it is too small to mean anything. */
  readonly size: string
  /** What it means for the owner. Grey: neither, or too small. */
  readonly tone: 'good' | 'bad' | 'grey'
}

/** In points of a hundred: shares vary by this much from day to day. */
const smallPoints = 0.005
const smallScore = 0.05

/** Null: one side is unknown, or there was nothing to grow from. */
export function changeWords(name: MetricName, now: number | null, before: number | null): ChangeWords | null {
  if (now === null || before === null) return null
  const { unit, goodWhen } = metrics[name]
  const relative = unit === 'cents' || unit === 'count'
  if (relative && before <= 0) return null
  const difference = relative ? now / before - 1 : now - before
  if (isSmall(unit, difference, before)) return { direction: 'level', size: 'igual', tone: 'grey' }
  const up = difference > 0
  return {
    direction: up ? 'up' : 'down',
    size: sizeOf(unit, Math.abs(difference)),
    tone: goodWhen === 'neither' ? 'grey' : (goodWhen === 'up') === up ? 'good' : 'bad',
  }
}

type Unit = (typeof metrics)[MetricName]['unit']

function isSmall(unit: Unit, difference: number, before: number): boolean {
  const size = Math.abs(difference)
  if (unit === 'cents' || unit === 'count') return size < smallChange
  if (unit === 'share') return size < smallPoints || size < smallChange * before
  return size < (unit === 'score' ? smallScore : 1)
}

function sizeOf(unit: Unit, size: number): string {
  if (unit === 'minutes') return `${count(Math.round(size))}\u00a0min`
  if (unit === 'score') return decimal(size, 1)
  if (unit === 'share') return `${tenthsBelowTen(size * 100)}\u00a0p.p.`
  return changeSize(size)
}

/** `4,3`, `10`, `204`: a tenth says nothing beside ten. */
const tenthsBelowTen = (value: number): string =>
  Math.round(value * 10) < 100 ? decimal(value, 1) : percent(value / 100, 0).replace('\u00a0%', '')
