import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { shadeOf, shades } from './shade.rules.ts'

const css = readFileSync(fileURLToPath(new URL('../ui/base.css', import.meta.url)), 'utf8')

/** A token's colour per theme; the light values come first in the file. */
const colour = (name: string, theme: 'light' | 'dark'): readonly number[] => {
  const found = [...css.matchAll(new RegExp(`--${name}: #(\\w{6})`, 'g'))][theme === 'light' ? 0 : 1]?.[1]
  if (!found) throw new Error(`no --${name}`)
  return [0, 2, 4].map((at) => Number.parseInt(found.slice(at, at + 2), 16))
}

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('a shaded cell', () => {
  test.each(['light', 'dark'] as const)('is readable at any share, %s', (theme) => {
    const [bar, counter, ink] = [colour('bar', theme), colour('counter', theme), colour('ink', theme)]
    for (let share = 0; share <= 1; share += 0.01) {
      const { percent, strong } = shadeOf(share)
      const cell = bar.map((value, at) => (value * percent + (counter[at] ?? 0) * (100 - percent)) / 100)
      expect(contrast(cell, strong ? counter : ink), `${share.toFixed(2)}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('has one of five steps, and the larger its share the stronger', () => {
    const shares = Array.from({ length: 101 }, (_, at) => shadeOf(at / 100).percent)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect([...new Set(shares)]).toEqual(shades.map((shade) => shade.percent))
    expect(shades).toHaveLength(5)
  })

  test.each(['light', 'dark'] as const)('is farther from the counter the larger its share, %s', (theme) => {
    const [bar, counter] = [colour('bar', theme), colour('counter', theme)]
    const seen = shades.map(({ percent }) =>
      contrast(
        bar.map((value, at) => (value * percent + (counter[at] ?? 0) * (100 - percent)) / 100),
        counter,
      ),
    )
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})
