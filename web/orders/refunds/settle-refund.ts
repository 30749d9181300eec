import { readHome } from '../../../contract/home/home.ts'
import { settleDueRefund, type DueRefund } from '../../../contract/orders/money/due-refunds.ts'
import { readOrder } from '../../../contract/orders/orders.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { errorSentence } from '../../api/api-error.ts'
import { notify } from '../../ui/notices.tsx'
import { money } from '../../words/format.ts'

interface Settled {
  readonly refund: Pick<DueRefund, 'id' | 'cents'>
  readonly storeId: string
  /** Of the order, for the notice. */
  readonly name: string
  /** Why the store keeps it; null: it was given back. */
  readonly reason: string | null
}

/** Notes what became of a due refund, and offers to take the note away. Throws ApiError. */
export async function settleRefund({ refund, storeId, name, reason }: Settled): Promise<void> {
  const about = { params: { refundId: refund.id } }
  const options = () => ({ storeId, idempotencyKey: crypto.randomUUID() })
  try {
    const body = reason === null ? { state: 'given' as const } : { state: 'kept' as const, reason }
    await ask(settleDueRefund, { ...about, body }, options())
  } finally {
    readAgain()
  }
  const words = reason === null ? 'estorno anotado como feito' : 'anotado que a loja não devolve'
  notify(`${name}, ${money(refund.cents)}: ${words}.`, 'plain', {
    label: 'Desfazer',
    run: () =>
      void ask(settleDueRefund, { ...about, body: { state: 'due' } }, options()).then(
        readAgain,
        (error: unknown) => notify(errorSentence(error), 'bad'),
      ),
  })
}

function readAgain(): void {
  void refresh(readHome)
  void refresh(readOrder)
}
