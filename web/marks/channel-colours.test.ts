import { describe, expect, test } from 'vitest'
import { channelColours } from '../../contract/shared/channel-colours.ts'
import { contrastOf, distanceOf, themes } from '../ui/testing/colours.ts'

/** In OKLab: two marks side by side are different colours to the eye from about here. */
const minApart = 0.06

describe.each(['light', 'dark'] as const)('the mark of a channel, in %s', (theme) => {
  const tokens: Readonly<Record<string, string>> = themes[theme]
  const colours = Object.entries(channelColours).map(
    ([platform, colour]) => [platform, colour[theme]] as const,
  )

  // WCAG 2.2, 1.4.11.
  test.each(colours)('is seen on every ground: %s', (_platform, mark) => {
    for (const ground of ['counter', 'paper', 'sunken'])
      expect(contrastOf(mark, tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
  })

  test('is no other channel’s, and none that has a meaning of its own', () => {
    const meanings = ['ok', 'bad', 'late', 'accent'].map((token) => tokens[token] ?? '')
    const apart = colours.map(([platform, mark]) => {
      const others = colours.filter(([other]) => other !== platform).map(([, colour]) => colour)
      return [
        platform,
        Math.min(...[...others, ...meanings].map((other) => distanceOf(mark, other))),
      ] as const
    })
    expect(apart.filter(([, least]) => least < minApart)).toEqual([])
  })
})
