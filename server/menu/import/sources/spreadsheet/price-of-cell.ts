import { centsTyped, moneyPhrase } from '../../../../../contract/shared/money.ts'
import { textOfCell } from '../../../../files/csv.rules.ts'
import { centsOfNumber } from '../decimal-price.ts'
import type { Cell } from './sheet.ts'

export interface ReadPrice {
  /** In centavos. */
  readonly cents: number | null
  /** Why there is none, or how it was changed: pt-BR. */
  readonly problem?: string
  readonly note?: string
}

/** A number of its own type is a decimal number; a text is money as Brazilians write it. */
export function priceOf({ text, number, fault }: Cell): ReadPrice {
  if (fault === 'no-value')
    return none('O preço é uma fórmula sem valor guardado. Abra a planilha no Excel, salve e mande de novo.')
  if (fault === 'error') return none(`O preço é uma fórmula com erro (${text}).`)
  if (fault === 'currency') return none('O preço não está em reais.')
  const typed = textOfCell(text.trim())
  if (typed.startsWith('=')) return none('O preço é uma fórmula. Cole o valor em reais, como 12,50.')
  if (number !== undefined) return numberPrice(number, typed)
  const cents = centsOfText(typed)
  if (cents !== null || typed === '') return { cents }
  return none(`“${typed.slice(0, 60)}” não é um preço. Informe em reais, como 12,50.`)
}

function numberPrice(number: number, text: string): ReadPrice {
  const cents = centsOfNumber(number)
  if (cents === null || number < 0) return none(`“${text}” não é um preço. Informe em reais, como 12,50.`)
  // What a spreadsheet's own sums add beyond fifteen digits is no price.
  if (Math.abs(number * 100 - cents) < 1e-6) return { cents }
  return { cents, note: `O preço ${text} foi arredondado para ${moneyPhrase(cents)}.` }
}

const none = (problem: string): ReadPrice => ({ cents: null, problem })

/** `12,50`, `1.234,56` or `R$ 12`; also `12.5`, as other programs write numbers. */
function centsOfText(text: string): number | null {
  const typed = centsTyped(text)
  if (typed !== null) return typed
  return /^\d{1,8}\.\d{1,2}$/.test(text) ? centsOfNumber(Number(text)) : null
}
