import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { quoteDelivery, type DeliveryQuote } from '../../../../contract/delivery/quote.ts'
import { centsTyped } from '../../../../contract/shared/money.ts'
import { ask } from '../../../api/ask.ts'
import type { quotedPlace } from '../new-order.rules.ts'
import { reaisTyped } from '../../../words/reais-typed.ts'

export interface QuotedFee {
  /** Null: not asked, not answered, or the store has no zones. */
  readonly quote: DeliveryQuote | null
  readonly asking: boolean
  /** The order leaves the rule: another fee, no delivery there, or below the minimum. */
  readonly differs: boolean
  readonly askAgain: () => void
  problems(note: string): Readonly<Record<string, string>>
}

const quietMs = 450
/** Well within the half hour for which a quote holds. */
const freshMs = 10 * 60_000

/**
 * The fee by the store's zones, asked when typing rests. It fills the field until a person writes another fee there.
 * Without an answer the person types, as without zones.
 */
export function useDeliveryQuote({
  storeId,
  place,
  itemsCents,
  fee,
  onFee,
  onDistrict,
}: {
  readonly storeId: string
  readonly place: ReturnType<typeof quotedPlace>
  readonly itemsCents: number
  /** As typed. */
  readonly fee: string
  readonly onFee: (fee: string) => void
  /** Found in the line that the customer said. */
  readonly onDistrict: (district: string) => void
}): QuotedFee {
  const { answered, asking, askAgain } = useAnswer(storeId, place, itemsCents)
  const quote = answered?.refusal === 'unset' ? null : answered
  useFilling(answered, { fee, onFee, onDistrict })
  const state = feeState(quote, fee)
  return {
    quote,
    asking,
    differs: state === 'differs',
    askAgain,
    problems: (note) => problemsOf(state, note),
  }
}

/** The answer for what is typed now; null while it is asked. */
function useAnswer(storeId: string, place: ReturnType<typeof quotedPlace>, itemsCents: number) {
  const wanted = place === null ? null : JSON.stringify({ ...place, itemsCents })
  const rested = useRested(wanted)
  const query = useQuery({
    queryKey: ['delivery-quote', storeId, rested],
    queryFn: () =>
      ask(quoteDelivery, { body: JSON.parse(rested ?? '{}') as { itemsCents: number } }, { storeId }),
    enabled: rested !== null,
    staleTime: freshMs,
    refetchInterval: freshMs,
    retry: 1,
  })
  return {
    answered: wanted !== null && wanted === rested ? (query.data ?? null) : null,
    asking: wanted !== rested || query.isFetching,
    askAgain: () => void query.refetch(),
  }
}

/** Writes what the answer found into fields that nobody typed in. */
function useFilling(
  answered: DeliveryQuote | null,
  {
    fee,
    onFee,
    onDistrict,
  }: {
    readonly fee: string
    readonly onFee: (fee: string) => void
    readonly onDistrict: (district: string) => void
  },
): void {
  const filled = useRef<string | null>(null)
  const fill = useRef({ onFee, onDistrict })
  useEffect(() => {
    fill.current = { onFee, onDistrict }
  })
  const found = answered?.district
  useEffect(() => {
    if (found) fill.current.onDistrict(found)
  }, [found])
  const served = answered?.served === true ? answered.feeCents : null
  useEffect(() => {
    if (served === null) return
    const text = reaisTyped(served)
    if (fee.trim() === '' || fee === filled.current) {
      filled.current = text
      if (fee !== text) fill.current.onFee(text)
    }
    // Only a new answer fills the field; what a person types in it is not answered by filling it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [served])
}

/** `unsaid`: no area decides, and nobody typed a fee. `differs`: another fee, no delivery there, or below the minimum. */
type FeeState = 'quoted' | 'unsaid' | 'differs'

function feeState(quote: DeliveryQuote | null, fee: string): FeeState {
  if (quote === null) return 'quoted'
  const isEmpty = fee.trim() === ''
  if (!quote.served) return isEmpty && quote.choices.length > 0 ? 'unsaid' : 'differs'
  const typed = isEmpty ? 0 : centsTyped(fee)
  return quote.missingCents > 0 || typed !== quote.feeCents ? 'differs' : 'quoted'
}

function problemsOf(state: FeeState, note: string): Readonly<Record<string, string>> {
  if (state === 'unsaid') return { deliveryFee: 'Escolha a área, marque o ponto ou digite a taxa.' }
  return state === 'differs' && note.trim() === ''
    ? { feeNote: 'Diga por que este pedido foge da regra.' }
    : {}
}

function useRested(text: string | null): string | null {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
