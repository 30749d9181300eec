import type { Store } from '../../contract/stores/stores.ts'
import { pageOrigin } from '../browser/screen.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import styles from './integrations-tab.module.css'

/** The merchant's id of the standard, as our menu says it. */
export const publishedIdOf = ({ id }: Pick<Store, 'id'>, document: string): string => `${document}-${id}`

/** What an application asks the store for: where it posts events and where it reads the menu. */
export function OurAddresses({ store }: { readonly store: Store }) {
  const origin = pageOrigin()
  const addresses = [
    ['Avisos de pedidos (webhook)', `${origin}/webhooks/open-delivery/v1/newEvent`],
    ['Cardápio e dados da loja', `${origin}/open-delivery/v1/merchant/${store.menuSlug}`],
    ...(store.document ? [['ID da loja', publishedIdOf(store, store.document)] as const] : []),
  ] as const
  return (
    <details className={styles.answers}>
      <summary>O que informar ao aplicativo</summary>
      <Stack as="dl" gap={12} className={styles.addresses}>
        {addresses.map(([name, address]) => (
          <div key={name}>
            <Muted as="dt" size={3}>
              {name}
            </Muted>
            <Row as="dd" wrap gap={8}>
              <code>{address}</code>
              <Button variant="soft" onClick={() => void copy(name, address)}>
                Copiar
              </Button>
            </Row>
          </div>
        ))}
      </Stack>
    </details>
  )
}

const copy = (name: string, address: string): Promise<void> =>
  navigator.clipboard.writeText(address).then(
    () => notify(`${name}: copiado.`),
    () => notify('O navegador não deixou copiar. Selecione o endereço.', 'bad'),
  )
