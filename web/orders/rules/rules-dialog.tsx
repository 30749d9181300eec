import { useState } from 'react'
import { extend, gte, int, lte, nullable } from 'zod/mini'
import { channelName } from '../../../contract/shared/channels.ts'
import { readOrderRules, saveOrderRules, type OrderRules } from '../../../contract/orders/rules.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { rulesInput, rulesValues, rulesText, type RulesValues } from './order-rules.rules.ts'
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

/** Edits the rules of one channel. A save by another user in between is shown; input is not lost. */
export function RulesDialog({
  store,
  rules,
  onClose,
}: {
  readonly store: { readonly id: string; readonly name: string }
  /** The latest rules: a refresh updates the version that the next save is based on. */
  readonly rules: OrderRules
  readonly onClose: () => void
}) {
  const [stale, setStale] = useState(false)
  const form = useForm({
    initial: rulesValues(rules),
    schema,
    input: (values) => rulesInput(values, rules.version),
    send: async (input) => {
      try {
        await ask(
          saveOrderRules,
          { params: { platform: rules.platform }, body: input },
          { storeId: store.id },
        )
      } catch (error) {
        if (error instanceof ApiError && error.code === 'order/stale-rules') {
          await refresh(readOrderRules)
          setStale(true)
        }
        throw error
      }
      notify(`Aceite automático de ${store.name} salvo.`)
      onClose()
      await refresh(readOrderRules)
    },
  })
  const box = (name: keyof RulesValues, words: string, more: string) => (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={form.values[name] === 'on'}
        onChange={(event) => form.set(name, event.target.checked ? 'on' : '')}
      />
      <span>
        {words}
        <small>{more}</small>
      </span>
    </label>
  )
  return (
    <Dialog title={`${store.name}: ${channelName(rules.platform)}`} onClose={onClose}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Aceite automático">
        {form.refusal ? (
          <div className={styles.refusal} role="alert">
            <p>{form.refusal}</p>
            {stale ? (
              <p>
                <b>Agora vale:</b> {rulesText(rules).join(' ')}
              </p>
            ) : null}
          </div>
        ) : null}
        {box('autoAccept', 'Aceitar sozinho', 'O que nenhuma regra abaixo segura é aceito em segundos.')}
        <fieldset className={styles.rules}>
          <legend>Esperam uma pessoa</legend>
          {box('onlyWhenOpen', 'Pedidos com a loja fechada', 'Fora do horário ou com a loja desativada.')}
          {box(
            'firstOrderWaits',
            'O primeiro pedido de um cliente',
            'Também quando não se sabe quem é o cliente.',
          )}
          <TextField
            label="Pedidos em dinheiro acima de (R$)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="Sem limite"
            {...form.field('cashLimitCents')}
          />
          <TextField
            label="Pedidos além de tantos em preparo"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Sem limite"
            hint="Conta os dois canais. Abriu vaga na cozinha, o próximo é aceito."
            {...form.field('mostInPreparation')}
          />
        </fieldset>
        {box('scheduledAtOnce', 'Aceitar agendados ao chegar', 'Sem isto, só na hora de começar o preparo.')}
        {rules.platform === 'balcao' ? (
          <TextField
            label="Prazo prometido no aceite (min)"
            inputMode="numeric"
            autoComplete="off"
            placeholder="O prazo de sempre"
            {...form.field('preparationMinutes')}
          />
        ) : null}
        <div className={styles.actions}>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {stale ? 'Salvar por cima' : 'Salvar'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
