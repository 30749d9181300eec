import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { readWorkingHours } from '../../contract/stores/hours.ts'
import { errorSentence } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
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
  const hours = useQuery({
    ...queryFor(readWorkingHours, {}, { storeId: asked.from }),
    enabled: asked.kind === 'week',
  })
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
        const wanted = actionOf(asked, { now: new Date(), week: hours.data?.week ?? null })
        if (wanted.action) onAsked(wanted.action)
        else setMissing(wanted)
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
      <FormError>{asked.kind === 'week' && hours.error ? errorSentence(hours.error) : null}</FormError>
      <DialogFoot>
        <Button type="submit" variant="primary">
          Ver o que muda
        </Button>
      </DialogFoot>
    </form>
  )
}

/** As the question is first shown. */
export const firstAsk = ([first]: readonly StoreOfAct[]): Asked => ({ ...emptyAsk, from: first?.id ?? '' })
