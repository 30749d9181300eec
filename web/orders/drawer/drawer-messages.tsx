import { useState } from 'react'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import { messageCustomer, takesMessages, type OrderMessage } from '../../../contract/orders/messages.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import buttonStyles from '../../ui/button.module.css'
import { notify } from '../../ui/notices.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { knownStores, useTimezone } from '../../stores/store-facts.ts'
import { localClock } from '../../words/format.ts'
import styles from './drawer-messages.module.css'
import { readyTexts, whatsappLink } from './order-messages.rules.ts'

/** Messages about the order, and a suggested message to the customer. */
export function Messages({
  order,
  messages,
}: {
  readonly order: Order
  readonly messages: readonly OrderMessage[]
}) {
  const { phone } = order.customer
  const timezone = useTimezone(order.storeId)
  return (
    <section aria-label="Mensagens">
      <h3>Mensagens</h3>
      {messages.length > 0 ? (
        <Stack as="ul" gap={8} className={styles.list}>
          {messages.map((message) => (
            <li key={message.id} className={message.from === 'store' ? styles.ours : styles.theirs}>
              <p>{message.text ?? 'Texto protegido depois do fim do pedido.'}</p>
              <small>
                {message.from === 'store'
                  ? `Aberta no WhatsApp por ${message.personName ?? 'alguém da loja'}`
                  : `Cliente, na negociação ${withChannel('de', order.platform)}`}
                , {localClock(message.at, timezone)}
              </small>
            </li>
          ))}
        </Stack>
      ) : null}
      {order.masked ? (
        messages.length === 0 ? (
          <p>Nenhuma mensagem neste pedido.</p>
        ) : null
      ) : takesMessages(phone) ? (
        <Composer order={order} phone={phone} />
      ) : (
        <p>
          {isMarketplace(order.platform)
            ? `${withChannel('O', order.platform)} não passa o número do cliente: fale pelo telefone acima ou pela negociação.`
            : 'O pedido não tem telefone para mensagem.'}
        </p>
      )}
    </section>
  )
}

function Composer({ order, phone }: { readonly order: Order; readonly phone: string }) {
  const timezone = useTimezone(order.storeId)
  const store = knownStores().find(({ id }) => id === order.storeId)
  const ready = readyTexts(order, { timezone, name: store?.name ?? null })
  // An untouched suggestion follows the order; typed or chosen text stays.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? ready[0]?.text ?? ''
  const empty = text.trim() === ''
  const keep = async () => {
    try {
      await ask(
        messageCustomer,
        { params: { orderId: order.id }, body: { text } },
        { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
      )
    } catch (error) {
      notify(`A mensagem não ficou registrada no pedido. ${errorSentence(error)}`)
    }
    await refresh(readOrder)
  }
  return (
    <Stack gap={10}>
      <Row gap={6} align="stretch" wrap role="group" aria-label="Começar com">
        {ready.map((one) => (
          <Button key={one.label} variant="soft" onClick={() => setTyped(one.text)}>
            {one.label}
          </Button>
        ))}
      </Row>
      <TextArea
        label="Mensagem ao cliente"
        hint="Abre a conversa no WhatsApp deste aparelho; você confere e envia. Fica registrado quem abriu."
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <a
        className={buttonStyles.button}
        href={empty ? undefined : whatsappLink(phone, text)}
        aria-disabled={empty || undefined}
        title={empty ? 'Escreva a mensagem primeiro.' : undefined}
        target="_blank"
        rel="noreferrer"
        onClick={() => {
          if (!empty) void keep()
        }}
      >
        Abrir no WhatsApp
      </a>
    </Stack>
  )
}
