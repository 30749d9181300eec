import { money, moneyShort } from '../../words/format.ts'
import { writtenNumber } from '../../words/written-number.ts'

/** A large figure in parts: `R$`, `37.521`, `,90`. The number itself never becomes smaller to fit. */
export interface BigMoney {
  readonly sign: '' | '−'
  readonly whole: string
  /** `,90`; empty while the day runs and where there is no room. */
  readonly cents: string
  /** ` mil` or ` mi`, with its no-break space; empty below a hundred million. */
  readonly unit: string
}

/** From this many centavos on, a large figure has no room for cents, or for all of its digits. */
const withoutCentsFrom = 10_000_000_00
const inMillionsFrom = 100_000_000_00

/** The figure of a page's head. `closed`: its day or period is over, so that cents are final. */
export function bigMoney(cents: number, closed: boolean): BigMoney {
  const size = Math.abs(cents)
  const sign = cents < 0 ? '−' : ''
  if (size >= inMillionsFrom) return { sign, whole: millions(size, 1), cents: '', unit: '\u00a0mi' }
  if (!closed || size >= withoutCentsFrom) return { sign, whole: reais(size), cents: '', unit: '' }
  const [whole = '', behind = ''] = writtenNumber(size, 2, 2, -2).split(',')
  return { sign, whole, cents: `,${behind}`, unit: '' }
}

/** Text of 32 px has room for `R$ 999.999`: cents below a thousand, and millions with two decimals. */
export function figureMoney(cents: number): string {
  const size = Math.abs(cents)
  if (size < 1_000_00) return money(cents)
  if (Math.round(size / 100) < 1_000_000) return moneyShort(cents)
  return `${cents < 0 ? '−\u00a0' : ''}R$\u00a0${millions(size, 2)}\u00a0mi`
}

const reais = (size: number): string => writtenNumber(size, 0, 0, -2)
const millions = (size: number, digits: number): string => writtenNumber(size, digits, digits, -8)
