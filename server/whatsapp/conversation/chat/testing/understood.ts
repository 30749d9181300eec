import { expect, test } from 'vitest'
import { orderOf } from './utterances.ts'

/** What a customer writes for a menu, message by message, and the lines it becomes. */
type Case = readonly [menu: string, messages: string | readonly string[], lines: readonly string[]]

const tested = (cases: readonly Case[], isAsking: boolean, name: string) => {
  test.each(cases)(`%s: %j${name}`, (menu, messages, lines) => {
    const written = typeof messages === 'string' ? [messages] : messages
    expect(orderOf(menu, ...written)).toMatchObject({ lines, isAsking })
  })
}

/** Each is understood without a question. */
export const understood = (cases: readonly Case[]): void => tested(cases, false, '')

/** Each is asked about, and holds no more than what is clear. */
export const asked = (cases: readonly Case[]): void => tested(cases, true, ' is asked about')

/** An order and the message that changes it. */
type Correction = readonly [menu: string, order: string, correction: string, lines: readonly string[]]
const messagesOf = ([menu, order, correction, lines]: Correction): Case => [menu, [order, correction], lines]

export const corrects = (cases: readonly Correction[]): void => understood(cases.map(messagesOf))
export const asksAbout = (cases: readonly Correction[]): void => asked(cases.map(messagesOf))
