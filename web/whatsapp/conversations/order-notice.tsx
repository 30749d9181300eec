import { useState } from 'react'
import type { OrderNotice as Notice } from '../../../contract/whatsapp/conversations.ts'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { money } from '../../words/format.ts'
import styles from './order-notice.module.css'

interface OrderNoticeProps {
  readonly notice: Notice
  readonly writing: { readonly busy: boolean; readonly sendNotice: (key: string) => Promise<boolean> }
}

/** The approved text about the open order, with its price before it costs anything. */
export function OrderNotice({ notice: { text, priceCents }, writing }: OrderNoticeProps) {
  // One key for each message: a press that is repeated after a lost answer sends nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const price = priceCents === 0 ? 'sem custo' : `até ${money(priceCents)}`
  const send = async () => {
    if (await writing.sendNotice(key)) setKey(crypto.randomUUID())
  }
  return (
    <section className={styles.notice} aria-label="Aviso do pedido">
      <p>{text}</p>
      <Muted size={3}>
        {priceCents === 0 ? 'Sai pelo celular da loja.' : 'Texto aprovado pela Meta, que cobra por mensagem.'}
      </Muted>
      <Button variant="primary" busy={writing.busy} onClick={() => void send()}>
        Mandar este aviso ({price})
      </Button>
    </section>
  )
}
