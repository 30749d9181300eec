import { alertSentence } from '../../contract/alerts/alert-words.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Awning } from '../marks/awning.tsx'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { openAlerts } from './alert-lines.rules.ts'
import { useAlerts } from './alerts-data.ts'

/** What is unlike the stores' own hour now. */
export function UnusualLines({
  stores,
}: {
  readonly stores: ReadonlyMap<string, { readonly name: string; readonly mark: StoreMark | undefined }>
}) {
  const { data } = useAlerts([...stores.keys()].join(','))
  if (!data) return null
  const lasting = openAlerts(data.stores).filter(({ alert }) => alert.endedAt === null)
  return (
    <section>
      <h2>Fora do normal</h2>
      {lasting.length === 0 ? <Muted>Nenhuma loja longe do que costuma ter neste dia e hora.</Muted> : null}
      <Stack as="ul" gap={12}>
        {lasting.map(({ storeId, timezone, alert }) => (
          <li key={alert.id}>
            <Row as="span" gap={8}>
              <Awning mark={stores.get(storeId)?.mark} />
              <b>{stores.get(storeId)?.name}</b>
            </Row>
            <p>{alertSentence(alert, timezone)}.</p>
          </li>
        ))}
      </Stack>
    </section>
  )
}
