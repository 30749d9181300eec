import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrastOf, themes } from './testing/colours.ts'

/**
 * WCAG 2.2 AA over the tokens as the style sheets use them: text at least 4.5:1 on every ground it may have,
 * marks that carry a meaning at least 3:1. https://www.w3.org/TR/WCAG22/#contrast-minimum
 */
const { light } = themes

/** Where a text token lies if its rule names no ground of its own. */
const grounds: Readonly<Record<string, readonly string[]>> = {
  'on-nav': ['nav'],
  'nav-muted': ['nav'],
  'on-brand': ['brand', 'brand-hover'],
  'on-accent': ['accent'],
  'on-bad': ['bad'],
  'on-late': ['late'],
  'on-glow': ['glow'],
  'on-s': ['s1', 's2', 's3', 's4', 's5', 's6'],
  ok: ['counter', 'paper', 'ok-soft'],
  bad: ['counter', 'paper', 'bad-soft'],
  info: ['counter', 'paper', 'info-soft'],
  brand: ['counter', 'paper', 'brand-soft'],
  'accent-ink': ['counter', 'paper', 'accent-soft'],
  // Dark labels on the ticket: paper's colour on ink.
  paper: ['ink'],
  counter: ['ink'],
}
/** Drawings, unfilled stars and days that cannot be chosen: the criterion exempts them. */
const decoration: readonly string[] = ['line', 'line-strong']
const usualGrounds = ['counter', 'paper', 'sunken']

const marks: readonly (readonly [mark: string, ground: string])[] = [
  ['bar', 'counter'],
  ['bar', 'paper'],
  ['bar-quiet', 'counter'],
  ['tick', 'counter'],
  ['late', 'paper'],
  ['late', 'counter'],
  ['line-strong', 'counter'],
  ['line-strong', 'paper'],
  ['brand', 'counter'],
  ['brand', 'paper'],
  ...['s1', 's2', 's3', 's4', 's5', 's6'].flatMap((tint): readonly (readonly [string, string])[] => [
    [tint, 'counter'],
    [tint, 'paper'],
  ]),
]

const texts = textsInUse()
const tints = tintedGrounds()

describe.each(Object.entries(themes))('in %s', (_name, tokens) => {
  test.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(tokens, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(tints)('%s can be read on %s %% of %s over %s', (text, share, tint, ground) => {
    const mixed = mix(tokens[tint] ?? '', tokens[ground] ?? '', share / 100)
    expect(contrast({ ...tokens, mixed }, text, 'mixed')).toBeGreaterThanOrEqual(4.5)
  })

  test.each(marks)('the mark %s is seen on %s', (mark, ground) => {
    expect(contrast(tokens, mark, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('the style sheets use tokens that exist', () => {
  const used = new Set(
    styleSheets().flatMap((css) =>
      [...css.matchAll(/(?<!-)color: var\(--([\w-]+)\)/g)].map((one) => one[1] ?? ''),
    ),
  )
  expect(texts.length).toBeGreaterThan(20)
  expect([...used].filter((token) => !(token in light) && !localTokens().has(token))).toEqual([])
})

/** Each text token with each ground that a style sheet gives it. */
function textsInUse(): readonly (readonly [text: string, ground: string])[] {
  const pairs = new Map<string, readonly [string, string]>()
  for (const css of styleSheets())
    for (const [, rule = ''] of css.matchAll(/\{([^{}]*)\}/g)) {
      const text = /(?:^|[\s;])color: var\(--([\w-]+)\)/.exec(rule)?.[1]
      if (text === undefined || !isColour(text) || decoration.includes(text)) continue
      const own = /background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1]
      for (const ground of own !== undefined && isColour(own) ? [own] : (grounds[text] ?? usualGrounds))
        pairs.set(`${text} ${ground}`, [text, ground])
    }
  return [...pairs.values()].toSorted((a, b) => a.join(' ').localeCompare(b.join(' ')))
}

/** Text on a ground that is mixed from a token over another ground; a rule without a colour of its own is ink. */
function tintedGrounds(): readonly (readonly [text: string, share: number, tint: string, ground: string])[] {
  const found = new Map<string, readonly [string, number, string, string]>()
  for (const css of styleSheets())
    for (const [, rule = ''] of css.matchAll(/\{([^{}]*)\}/g)) {
      const mixed = /background(?:-color)?: color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, transparent\)/.exec(
        rule,
      )
      const [, tint = '', share = ''] = mixed ?? []
      const text = /(?:^|[\s;])color: var\(--([\w-]+)\)/.exec(rule)?.[1] ?? 'ink'
      // A drawing has no text, and a wash over half its strength is a mark.
      if (!isColour(tint) || !isColour(text) || Number(share) > 40) continue
      for (const ground of ['counter', 'paper'])
        found.set([text, share, tint, ground].join(' '), [text, Number(share), tint, ground])
    }
  return [...found.values()]
}

function mix(one: string, other: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(part(one, at) * share + part(other, at) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function styleSheets(): readonly string[] {
  return globSync('web/**/*.css').map((path) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
}

/** Custom properties that a single style sheet or component sets for itself. */
function localTokens(): ReadonlySet<string> {
  return new Set(styleSheets().flatMap((css) => [...css.matchAll(/--([\w-]+):/g)].map((one) => one[1] ?? '')))
}

function isColour(token: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(light[token] ?? '')
}

function contrast(tokens: Readonly<Record<string, string>>, one: string, other: string): number {
  return contrastOf(tokens[one] ?? '', tokens[other] ?? '')
}
