import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { chargedWords } from '../../../menu/menu.ts'
import { money } from '../../../words/format.ts'
import { sumOf, type DraftOption } from '../draft-options.rules.ts'
import styles from './option-sheet.module.css'

const signs = new Map([
  ['1/2', '½'],
  ['1/3', '⅓'],
  ['2/3', '⅔'],
  ['1/4', '¼'],
  ['3/4', '¾'],
])
const tints = ['var(--s3)', 'var(--s2)', 'var(--s5)', 'var(--s4)'] as const

/** A dish in parts: which flavour is where, and what they cost together. */
export function Halves({ parts }: { readonly parts: readonly DraftOption[] }) {
  const flavours = [...new Set(parts.map(({ menuOptionId }) => menuOptionId))]
  const method = parts[0]?.priceMethod ?? 'SUM'
  return (
    <Row gap={20} className={styles.halves} aria-live="polite">
      <svg viewBox="0 0 100 100" width="96" height="96" aria-hidden="true">
        {parts.map(({ menuOptionId }, index) => (
          <path
            key={index}
            d={slice(index, parts.length)}
            fill={tints[flavours.indexOf(menuOptionId) % tints.length]}
          />
        ))}
      </svg>
      <div>
        <ul>
          {flavours.map((id, index) => {
            const own = parts.filter(({ menuOptionId }) => menuOptionId === id)
            return (
              <li key={id}>
                <i style={{ background: tints[index % tints.length] }} />
                <b>{shareWords(own.length, parts.length)}</b> {own[0]?.name}
                <span>{money(own[0]?.priceCents ?? 0)}</span>
              </li>
            )
          })}
        </ul>
        <Muted size={3}>
          {parts.length > 1 ? `${capital(chargedWords[method])}: ${money(sumOf(parts))}.` : 'Um sabor só.'}
        </Muted>
      </div>
    </Row>
  )
}

/** `½`, `⅓`, `⅔`, `2/4`; one of one is whole. */
function shareWords(count: number, all: number): string {
  if (count === all) return 'Inteira'
  const share = `${String(count)}/${String(all)}`
  return signs.get(share) ?? share
}

function slice(index: number, of: number): string {
  if (of === 1) return 'M50 2A48 48 0 1 1 49.9 2Z'
  const [from, to] = [at(index / of), at((index + 1) / of)]
  return `M50 50L${from}A48 48 0 ${of === 2 ? '1' : '0'} 1 ${to}Z`
}

/** Clockwise from the top. */
function at(turn: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI
  return `${(50 + 48 * Math.cos(angle)).toFixed(2)} ${(50 + 48 * Math.sin(angle)).toFixed(2)}`
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
