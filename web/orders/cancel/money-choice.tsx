import { Fragment, type ReactNode } from 'react'
import type { RefundChoice } from '../../../contract/orders/money/due-refunds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import { money, phoneText } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { useIsManagerOf } from '../drawer/use-is-manager-of.ts'
import { goesByPix, wayBack } from '../refunds/refund-words.rules.ts'
import styles from './money-choice.module.css'
import { willGive, type MoneyDraft, type OrderMoney } from './order-money.rules.ts'

/** "E o dinheiro?": what was paid, who can give it back, and what this person does about it. */
export function MoneyChoice({
  order,
  held,
  draft,
  onChange,
}: {
  readonly order: Order
  readonly held: OrderMoney
  readonly draft: MoneyDraft
  readonly onChange: (draft: MoneyDraft) => void
}) {
  if (held.kind !== 'held')
    return (
      <section className={styles.money}>
        <h3>E o dinheiro?</h3>
        <p>{held.words}</p>
      </section>
    )
  return (
    <section className={styles.money}>
      <h3>E o dinheiro?</h3>
      <p className={styles.paid}>
        <b>{money(held.cents)}</b> <span>{held.words}</span>
      </p>
      <Choices order={order} held={held} draft={draft} onChange={onChange} />
    </section>
  )
}

function Choices({
  order,
  held,
  draft,
  onChange,
}: {
  readonly order: Order
  readonly held: Extract<OrderMoney, { kind: 'held' }>
  readonly draft: MoneyDraft
  readonly onChange: (draft: MoneyDraft) => void
}) {
  const manages = useIsManagerOf(order.storeId)
  const { name, phone } = order.customer
  const showsPhone = phone !== null && goesByPix(held.parts)
  const choices: readonly Choice[] = [
    {
      state: 'due',
      title: willGive(held.parts),
      words: `${showsPhone ? `Para ${name}: confira o nome no banco` : wayBack(held.parts, order.customer)}. Fica em Estornos a fazer, em Agora, até alguém marcar.`,
      more: showsPhone ? <Phone phone={phone} /> : null,
    },
    { state: 'given', title: 'Já devolvi', words: 'Anota agora, com o seu nome e a hora.' },
    ...(manages
      ? [
          {
            state: 'kept' as const,
            title: 'Não devolver',
            words: 'Pede o motivo, que fica no histórico do pedido.',
            more: (
              <TextArea
                label="Por que a loja não devolve?"
                value={draft.reason}
                maxLength={200}
                rows={2}
                onChange={(event) => onChange({ ...draft, reason: event.target.value })}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <Stack as="fieldset" gap={2} className={styles.choices}>
      <legend className={hiddenClass}>O que fazer com o dinheiro</legend>
      {choices.map(({ state, title, words, more }) => (
        <Fragment key={state}>
          <label>
            <input
              type="radio"
              name="refund"
              value={state}
              checked={draft.state === state}
              onChange={() => onChange({ ...draft, state })}
            />
            <span>
              <b>{title}</b>
              <Muted as="small" block size={3}>
                {words}
              </Muted>
            </span>
          </label>
          {more && draft.state === state ? <div className={styles.more}>{more}</div> : null}
        </Fragment>
      ))}
      {manages ? null : (
        <Muted size={3}>Se a loja não for devolver, quem decide é um gerente, em Agora.</Muted>
      )}
    </Stack>
  )
}

interface Choice {
  readonly state: RefundChoice['state']
  readonly title: string
  readonly words: string
  readonly more?: ReactNode
}

/** Likely the Pix key, never surely. */
function Phone({ phone }: { readonly phone: string }) {
  return (
    <Row gap={10} justify="between" className={styles.phone}>
      <span>{phoneText(phone)}</span>
      <Button variant="ghost" onClick={() => copyText(phone, 'Telefone copiado. Confira o nome no banco.')}>
        Copiar
      </Button>
    </Row>
  )
}
