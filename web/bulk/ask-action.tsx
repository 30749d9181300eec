import { useState } from 'react'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { readWorkingHours } from '../../contract/stores/hours.ts'
import { ask } from '../api/ask.ts'
import { useSending } from '../forms/use-sending.ts'
import { FormError } from '../kit/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceChips } from '../ui/choice-chips.tsx'
import { DialogFoot } from '../ui/dialog.tsx'
import { plural } from '../words/format.ts'
import { KindFields } from './ask-fields.tsx'
import { actionOf, actKinds, emptyAsk, type Asked, type Missing } from './ask.rules.ts'
import styles from './bulk.module.css'
import type { StoreOfAct } from './store-of-act.ts'

/** What is to be done; the next step shows what it would change. */
export function AskAction({
  stores,
  asked,
  onChange,
  onAsked,
}: {
  readonly stores: readonly StoreOfAct[]
  readonly asked: Asked
  readonly onChange: (asked: Asked) => void
  readonly onAsked: (action: BulkAction) => void
}) {
  const [missing, setMissing] = useState<Missing | null>(null)
  const { busy, refusal, send } = useSending()
  const set = (change: Partial<Asked>) => {
    onChange({ ...asked, ...change })
    setMissing(null)
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Em várias lojas"
      onSubmit={(event) => {
        event.preventDefault()
        void send(async () => {
          const wanted = actionOf(asked, { now: new Date(), week: await weekOf(asked) })
          if (wanted.action) onAsked(wanted.action)
          else setMissing(wanted)
        })
      }}
    >
      <section>
        <h3>O que fazer em {plural(stores.length, 'loja', 'lojas')}?</h3>
        <ChoiceChips
          label="O que fazer?"
          options={actKinds}
          value={asked.kind}
          onChoose={(kind) => set({ kind })}
        />
      </section>
      <KindFields
        asked={asked}
        stores={stores}
        set={set}
        problemOf={(field) => (missing?.field === field ? missing.problem : undefined)}
      />
      <FormError>{refusal}</FormError>
      <DialogFoot>
        <Button type="submit" variant="primary" busy={busy}>
          Ver o que muda
        </Button>
      </DialogFoot>
    </form>
  )
}

/** As it is when the button is pressed, so that the rehearsal is of the hours that the store has. */
const weekOf = async ({ kind, from }: Asked) =>
  kind === 'week' ? (await ask(readWorkingHours, {}, { storeId: from })).week : []

/** As the question is first shown. */
export const firstAsk = ([first]: readonly StoreOfAct[]): Asked => ({ ...emptyAsk, from: first?.id ?? '' })
