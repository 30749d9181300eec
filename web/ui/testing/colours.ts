import { readFileSync } from 'node:fs'

const base = readFileSync('web/ui/base.css', 'utf8')
const light = tokensOf(/:root \{([^}]*)\}/)
/** The colours of base.css by their names, as `#rrggbb`. */
export const themes = { light, dark: { ...light, ...tokensOf(/\[data-theme='dark'\] \{([^}]*)\}/) } }

function tokensOf(block: RegExp): Readonly<Record<string, string>> {
  const [, content = ''] = block.exec(base) ?? []
  return Object.fromEntries(
    [...content.matchAll(/--([\w-]+): (#[0-9a-fA-F]{6});/g)].map(([, name, value]) => [name, value]),
  )
}

/** From 1 (the same) to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far apart two colours look, from 0 (the same) to about 1: https://bottosson.github.io/posts/oklab/ */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)))
}

function oklab(colour: string): readonly number[] {
  const cones = times(
    [
      [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
      [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
      [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ],
    linear(colour),
  ).map(Math.cbrt)
  return times(
    [
      [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
      [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
      [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
    ],
    cones,
  )
}

const times = (rows: readonly (readonly number[])[], by: readonly number[]): readonly number[] =>
  rows.map((row) => row.reduce((sum, value, at) => sum + value * (by[at] ?? 0), 0))

/** Red, green and blue without gamma, from 0 to 1. */
const linear = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
