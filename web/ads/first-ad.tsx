import type { ReactNode } from 'react'
import { adGreeting } from '../../contract/ads/ads.ts'
import { Muted } from '../kit/text.tsx'
import styles from './ads-tab.module.css'

const steps = [
  ['Crie o link', 'Um para cada anúncio, com o nome que você usa.'],
  ['Cole no anúncio', 'No Instagram, no Facebook ou onde quiser. Quem clica abre o WhatsApp da loja.'],
  ['Veja quanto vendeu', 'O código vai na mensagem do cliente, e o pedido dele conta para o anúncio.'],
] as const

/** Before the first ad: how one counts its orders, and what a customer sends. */
export function FirstAd({ action }: { readonly action: ReactNode }) {
  return (
    <div className={styles.first}>
      <div>
        <ol className={styles.steps}>
          {steps.map(([name, words]) => (
            <li key={name}>
              <b>{name}</b>
              <Muted as="small" block size={3}>
                {words}
              </Muted>
            </li>
          ))}
        </ol>
        {action}
      </div>
      <figure className={styles.chat}>
        <Muted as="figcaption" size={3}>
          O que o cliente manda
        </Muted>
        <p>
          {adGreeting} <b>(código K7P2XM)</b>
        </p>
      </figure>
    </div>
  )
}
