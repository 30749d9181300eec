import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adsPeriods, endAd, readAds, type AdsPeriod, type AdsView } from '../../contract/ads/ads.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { notify } from '../ui/notices.tsx'
import { money, plural } from '../words/format.ts'
import { AddAdDialog } from './add-ad-dialog.tsx'
import { FirstAd } from './first-ad.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './ads-tab.module.css'
import { reportSentence, toldText } from './ads-words.rules.ts'
import { LinkOrderDialog } from './link-order-dialog.tsx'

interface Props {
  readonly store: Store
  readonly ads: AdsView
  readonly days: AdsPeriod
  readonly onDays: (days: AdsPeriod) => void
}

/** Ad → orders → net: each ad with its link. */
export function LinksPart({ store, ads, days, onDays }: Props) {
  const { rows } = ads.report
  const [open, setOpen] = useState<'ad' | 'order' | null>(null)
  const end = useAction(async (id: string) => {
    await ask(endAd, { params: { id } }, { storeId: store.id })
    await refresh(readAds)
    notify('O anúncio está encerrado. O link leva ao WhatsApp, sem código.')
  })
  const close = () => setOpen(null)
  const newAd = (
    <Button variant={rows.length === 0 ? 'primary' : 'soft'} icon="plus" onClick={() => setOpen('ad')}>
      Novo anúncio
    </Button>
  )
  return (
    <Stack as="section" gap={12} className={styles.part} aria-labelledby="anuncios">
      <Row wrap className={styles.head}>
        <h2 id="anuncios">Quanto cada anúncio vendeu</h2>
        {rows.length > 0 ? (
          <span className={styles.headActions}>
            {ads.ads.length > 0 ? (
              <Button variant="quiet" onClick={() => setOpen('order')}>
                Ligar um pedido
              </Button>
            ) : null}
            {newAd}
          </span>
        ) : null}
      </Row>
      {rows.length === 0 ? (
        <FirstAd action={newAd} />
      ) : (
        <>
          <p className={styles.sentence}>{reportSentence(rows, days)}</p>
          <Row gap={6} align="stretch" className={styles.days} role="group" aria-label="Período">
            {adsPeriods.map((one) => (
              <button key={one} type="button" aria-pressed={one === days} onClick={() => onDays(one)}>
                {one}&nbsp;dias
              </button>
            ))}
          </Row>
          <ul className={styles.rows}>
            {rows.map((row) => {
              const ad = ads.ads.find(({ id }) => id === row.adId)
              const told = toldText(row)
              return (
                <li key={row.adId ?? 'channel'}>
                  <span className={styles.name}>
                    <b>{row.name}</b>
                    <small>
                      {plural(row.clicks, 'clique', 'cliques')}, {plural(row.orders, 'pedido', 'pedidos')}
                      {told ? (
                        <span className={row.failed > 0 ? styles.bad : undefined}>, {told}</span>
                      ) : null}
                      {ad?.endedAt ? ', encerrado' : ''}
                    </small>
                  </span>
                  <span className={styles.net}>{money(row.netCents)}</span>
                  {ad && !ad.endedAt ? (
                    <span className={styles.rowActions}>
                      <Button
                        variant="quiet"
                        aria-label={`Copiar o link de ${row.name}`}
                        onClick={() => copyText(ad.url, 'O link está copiado. Cole no anúncio.')}
                      >
                        Copiar o link
                      </Button>
                      <Button
                        variant="ghost"
                        aria-label={`Encerrar ${row.name}`}
                        busy={end.isBusy(ad.id)}
                        onClick={() => end.run(ad.id)}
                      >
                        Encerrar
                      </Button>
                    </span>
                  ) : null}
                </li>
              )
            })}
          </ul>
          <p className={styles.note}>
            <Link to="/reports/ads">Ver dia a dia, com todas as lojas</Link>
          </p>
        </>
      )}
      {open === 'ad' ? <AddAdDialog store={store} onClose={close} /> : null}
      {open === 'order' ? <LinkOrderDialog store={store} onClose={close} /> : null}
    </Stack>
  )
}
