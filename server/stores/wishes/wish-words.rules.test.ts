import { expect, test } from 'vitest'
import { openWish, type PauseWish, type SeenPause } from './pause-wish.rules.ts'
import { renewed, type Wish } from './wish.rules.ts'
import { wishSentences } from './wish-words.rules.ts'

const at = (time: string) => Date.parse(`2026-11-27T${time}-03:00`)
const telling = { platform: 'ifood', timezone: 'America/Sao_Paulo', now: new Date(at('20:15:00')) }
const closed: PauseWish = { closed: true, until: null }
type Pause = Wish<PauseWish, readonly SeenPause[]>
const wish = (wished: PauseWish, its: Partial<Pause>): Pause => ({
  ...renewed<PauseWish, readonly SeenPause[]>(null, wished, at('20:10:00')),
  ...its,
})
const say = (pause: Pause, there?: Pause) =>
  wishSentences([{ pause, 'pause-there': there }], telling).map(({ state, message }) => [state, message])
const seenOpen = { value: [], at: at('20:14:30'), since: at('20:14:00') }

test('a wish has one sentence: proved, tried, silent, made outside, or refused', () => {
  expect(say(wish(closed, { provedAt: at('19:02:11') }))).toEqual([
    ['proved', 'Fechado como você quer: provado às 19:02:11.'],
  ])
  expect(say(wish(closed, { seen: seenOpen }))).toEqual([
    ['trying', 'iFood: aberto desde 20:14, você quer fechado desde 20:10; tentando.'],
  ])
  expect(say(wish(closed, { seen: seenOpen, failingSince: at('20:11:00') }))).toEqual([
    ['silent', 'O iFood não responde desde 20:11: a loja pode estar aberta por lá. Tentando.'],
  ])
  expect(
    say(wish(openWish, { origin: 'outside', version: 4, since: at('20:14:00'), provedAt: at('20:14:00') })),
  ).toEqual([['outside', 'Aberto no iFood às 20:14, por fora.']])
  expect(
    say(wish(closed, { refusal: 'O iFood não aceitou a pausa. Pause pelo aplicativo do iFood.' })),
  ).toEqual([['refused', 'O iFood não aceitou a pausa. Pause pelo aplicativo do iFood.']])
})

test('what a cook did there says more than our own pause, until it has ended', () => {
  const own = wish(openWish, { provedAt: at('19:02:11') })
  const there = (until: number) =>
    wish({ closed: true, until }, { origin: 'outside', since: at('20:14:00'), provedAt: at('20:14:00') })
  expect(say(own, there(at('21:00:00')))).toEqual([['outside', 'Fechado no iFood às 20:14, por fora.']])
  expect(say(own, there(at('20:15:00')))).toEqual([['proved', 'Aberto como você quer: provado às 19:02:11.']])
})

test('while a cook’s pause is being ended, what is there is the pause, not our own that is gone', () => {
  const own = wish(openWish, { seen: { value: [], at: at('20:09:00'), since: at('20:00:00') } })
  const theirs = { value: [{ id: 'a', end: at('21:00:00') }], at: at('20:09:00'), since: at('20:05:00') }
  expect(say(own, wish(openWish, { seen: theirs }))).toEqual([
    ['trying', 'iFood: fechado desde 20:05, você quer aberto desde 20:10; tentando.'],
  ])
  expect(say(own)).toEqual([['trying', 'iFood: você quer aberto desde 20:10; tentando.']])
})

test('of several merchants the sentence is about the one that needs a person most', () => {
  const refused = wish(closed, { refusal: 'O iFood não aceitou.' })
  const told = wishSentences(
    [{ pause: wish(openWish, { provedAt: at('19:00:00') }) }, { pause: refused }],
    telling,
  )
  expect(told.map(({ state }) => state)).toEqual(['refused'])
})

test('hours that were changed there, and another day', () => {
  const since = Date.parse('2026-11-25T09:00:00-03:00')
  const hours = { ...renewed<never[], never[]>(null, [], since), origin: 'outside' as const, version: 2 }
  expect(wishSentences([{ hours }], telling).map(({ message }) => message)).toEqual([
    'Horário mudado no iFood em 25/11 às 09:00, por fora.',
  ])
})
