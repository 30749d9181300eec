import { useState } from 'react'
import { extend, gte, int, lte, nullable } from 'zod/mini'
import { channelName, isMarketplace } from '../../../contract/shared/channels.ts'
import { readOrderRules, saveOrderRules, type OrderRules } from '../../../contract/orders/rules.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import type { NameOf } from '../../forms/use-form.ts'
import { Box } from '../../kit/box.tsx'
import { useDraft } from '../../settings/settings.ts'
import { TextField } from '../../ui/text-field.tsx'
import { rulesInput, rulesValues, rulesWords, waitsSentence, type RulesValues } from './order-rules.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './rules-tab.module.css'

const { body } = saveOrderRules
/** The contract uses centavos, the form reais. */
const schema = body
  ? extend(body, {
      cashLimitCents: nullable(
        int('Informe um valor em reais, como 150,00.').check(
          gte(0, 'O valor não pode ser negativo.'),
          lte(1_000_000_000, 'O valor é alto demais.'),
        ),
      ),
    })
  : undefined

/** The rules of one channel. */
export function ChannelRules({
  storeId,
  rules,
  title,
}: {
  readonly storeId: string
  readonly rules: OrderRules
  /** In front of its changes; empty: it is the only channel. */
  readonly title: string
}) {
  const draft = useDraft({
    title,
    saved: rulesValues(rules),
    words: rulesWords,
    schema,
    input: (values) => rulesInput(values, rules.version),
    send: async (input) => {
      await ask(saveOrderRules, { params: { platform: rules.platform }, body: input }, { storeId }).catch(
        async (error: unknown) => {
          // Shows what somebody else saved.
          if (error instanceof ApiError && error.code === 'order/stale-rules') await refresh(readOrderRules)
          throw error
        },
      )
      await refresh(readOrderRules)
    },
  })
  // What is off has no exceptions to read; a field that was refused is never hidden.
  const [chosen, setChosen] = useState(rules.autoAccept)
  const wrong = draft.problem('cashLimitCents') ?? draft.problem('maxInPreparation')
  const open = chosen || wrong !== undefined
  const box = (name: NameOf<RulesValues, boolean>, words: string, hint: string) => (
    <Box label={words} hint={hint} {...draft.box(name)} />
  )
  return (
    <section aria-label={channelName(rules.platform)}>
      <h3>{channelName(rules.platform)}</h3>
      <Stack as="form" gap={4} className={styles.form} onSubmit={draft.onSubmit} noValidate>
        {box('autoAccept', 'Aceitar sozinho', 'Em segundos, também com o painel fechado.')}
        <details
          className={styles.rules}
          open={open}
          onToggle={(event) => setChosen(event.currentTarget.open)}
        >
          <summary>
            <b>Esperam uma pessoa</b> {open ? null : <small>{waitsSentence(draft.values)}</small>}
          </summary>
          {box('onlyWhenOpen', 'Pedidos com a loja fechada', 'Fora do horário ou com a loja desativada.')}
          {box('firstOrderWaits', 'O primeiro pedido de um cliente', 'Também de cliente desconhecido.')}
          <TextField
            label="Pedidos em dinheiro acima de (R$)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="Sem limite"
            {...draft.field('cashLimitCents')}
          />
          <TextField
            label="Pedidos além de tantos em preparo"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Sem limite"
            hint="Conta todos os canais. Abriu vaga na cozinha, o próximo é aceito."
            {...draft.field('maxInPreparation')}
          />
          {box('scheduledAtOnce', 'Aceitar agendados ao chegar', 'Sem isto, só na hora do preparo.')}
        </details>
        {isMarketplace(rules.platform) ? null : (
          <TextField
            label="Prazo prometido no aceite (min)"
            inputMode="numeric"
            autoComplete="off"
            placeholder="O prazo de sempre"
            {...draft.field('preparationMinutes')}
          />
        )}
        <button type="submit" hidden>
          Salvar
        </button>
      </Stack>
    </section>
  )
}
