import {
  disconnectAds,
  finishAdsSetup,
  readAds,
  startAdsSetup,
  type AdsSetup,
} from '../../contract/ads/ads.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useForm } from '../forms/use-form.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Pill } from '../ui/pill.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { clockTime } from '../words/format.ts'
import { nearDay } from '../words/near-day.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './ads-tab.module.css'
import { lastStep, setupHistory, setupTitle } from './ads-words.rules.ts'

interface Props {
  readonly store: Store
  readonly setup: AdsSetup
}

/** Whether Meta learns which clicks bought, and how to make it so. */
export function SetupPart({ store, setup }: Props) {
  const now = useNow(60_000)
  const { timezone } = store.address
  const at = lastStep(setup)
  const history = setupHistory(
    setup,
    at ? `${nearDay(at, now, timezone) || 'hoje '}às ${clockTime(at, timezone)}` : '',
  )
  const change = useAction(async (route: typeof startAdsSetup | typeof disconnectAds) => {
    try {
      await ask(route, { body: { version: setup.version } }, { storeId: store.id })
    } finally {
      await refresh(readAds)
    }
  })
  return (
    <Stack as="section" gap={12} className={styles.part} aria-labelledby="medicao">
      <Row wrap className={styles.head}>
        <h2 id="medicao">Vendas contadas à Meta</h2>
        {setup.state === 'finished' ? (
          <Pill tone="ok">{setup.testing ? 'Ligada em teste' : 'Ligada'}</Pill>
        ) : setup.state === 'failed' ? (
          <Pill tone="bad">Falhou</Pill>
        ) : null}
        <span className={styles.headActions}>
          {setup.state === 'none' || setup.state === 'failed' ? (
            <Button
              variant="quiet"
              busy={change.isBusy(startAdsSetup)}
              onClick={() => change.run(startAdsSetup)}
            >
              {setup.state === 'failed' ? 'Começar de novo' : 'Começar'}
            </Button>
          ) : (
            <Button
              variant="quiet"
              busy={change.isBusy(disconnectAds)}
              onClick={() => change.run(disconnectAds)}
            >
              {setup.state === 'finished' ? 'Desligar a medição' : 'Desistir'}
            </Button>
          )}
        </span>
      </Row>
      <p>{setupTitle[setup.state]}</p>
      {history ? (
        <p className={setup.state === 'failed' ? styles.refusal : styles.note} role="status">
          {history}
        </p>
      ) : null}
      {setup.state === 'started' ? (
        <FinishForm key={setup.version} store={store} setup={setup} />
      ) : setup.state === 'finished' ? (
        <p>
          Conjunto de dados <b>{setup.datasetName || setup.datasetId}</b> ({setup.datasetId}), conta do
          WhatsApp {setup.accountId}. Cada pedido concluído com o acordo do cliente é contado: o valor, o
          clique e o telefone em código, que ninguém consegue ler. Nunca nome, CPF, endereço ou itens.
        </p>
      ) : (
        <p className={styles.note}>
          Vão só o valor, o clique e o telefone em código, que ninguém consegue ler, e só de quem concordou.
        </p>
      )}
    </Stack>
  )
}

function FinishForm({ store, setup }: Props) {
  const form = useForm({
    initial: { datasetId: '', accountId: '', accessToken: '', testEventCode: '' },
    schema: finishAdsSetup.body,
    input: ({ testEventCode, ...typed }) => ({
      ...typed,
      ...(testEventCode === '' ? {} : { testEventCode }),
      version: setup.version,
    }),
    send: async (body) => {
      const done = await ask(finishAdsSetup, { body }, { storeId: store.id })
      // After a failure the setup says who, when and why.
      await refresh(readAds)
      notify(
        done ? 'A medição está ligada.' : 'Não deu certo. Veja o motivo e tente de novo.',
        done ? 'plain' : 'bad',
      )
    },
  })
  return (
    <form className={styles.setup} onSubmit={form.onSubmit} noValidate aria-label="Ligar a Meta">
      <p>
        Abra o{' '}
        <a href={setup.handOffUrl} target="_blank" rel="noreferrer">
          Gerenciador de Eventos da Meta
        </a>
        , crie um conjunto de dados para o WhatsApp e traga três coisas:
      </p>
      <div className={styles.pair}>
        <TextField label="ID do conjunto de dados" inputMode="numeric" {...form.field('datasetId')} />
        <TextField label="ID da conta do WhatsApp" inputMode="numeric" {...form.field('accountId')} />
      </div>
      <PasswordField label="Chave de acesso" autoComplete="off" {...form.field('accessToken')} />
      <TextField
        label="Código de teste (opcional)"
        hint="Como TEST12345: as vendas aparecem só na tela de teste da Meta."
        autoComplete="off"
        {...form.field('testEventCode')}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Conferir e ligar
        </Button>
      </div>
    </form>
  )
}
