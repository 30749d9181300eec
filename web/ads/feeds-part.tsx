import { Link } from '@tanstack/react-router'
import type { AdsView } from '../../contract/ads/ads.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { plural } from '../words/format.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './ads-tab.module.css'

/** The addresses under which ad networks fetch the menu. */
export function FeedsPart({
  storeId,
  feeds,
}: {
  readonly storeId: string
  readonly feeds: AdsView['feeds']
}) {
  const rows = [
    ['Instagram e Facebook', 'no Gerenciador de Comércio da Meta', feeds.metaUrl],
    ['Google', 'no Google Merchant Center', feeds.googleUrl],
  ] as const
  return (
    <Stack as="section" gap={12} className={styles.part} aria-labelledby="catalogos">
      <h2 id="catalogos">Cardápio nas vitrines da Meta e do Google</h2>
      {feeds.problem ? (
        <p>
          Os catálogos estão fechados. {feeds.problem}{' '}
          <Link to="/settings" search={{ tab: 'loja', store: storeId }}>
            Abrir os dados da loja
          </Link>
        </p>
      ) : (
        <>
          <p className={styles.note}>
            {plural(feeds.items, 'item', 'itens')} com foto e preço, sempre como no cardápio. Quem toca em um
            abre o WhatsApp da loja com o pedido escrito.
            {feeds.leftOut > 0
              ? ` ${plural(feeds.leftOut, 'fica', 'ficam')} de fora: sem foto, sem preço próprio ou com álcool.`
              : ''}
          </p>
          <ul className={`${styles.rows} ${styles.addresses}`}>
            {rows.map(([name, where, address]) => (
              <li key={name}>
                <span className={styles.name}>
                  <b>{name}</b>
                  <small>Cole {where}, como fonte do catálogo.</small>
                </span>
                <Button
                  variant="quiet"
                  aria-label={`Copiar o endereço: ${name}`}
                  onClick={() => copyText(address, `O endereço está copiado. Cole ${where}.`)}
                >
                  Copiar o endereço
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}
