import { readAvailablePrinters, searchPrinters } from '../../contract/printing/printer-search.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import styles from './printing-tab.module.css'
import type { SeenComputer } from './reach.rules.ts'

/** Looks for printers on the networks of the store's computers, and takes one of them. */
export function FoundPrinters({
  storeId,
  computers,
  onTake,
}: {
  readonly storeId: string
  readonly computers: readonly SeenComputer[]
  readonly onTake: (printer: { readonly address: string; readonly name: string }) => void
}) {
  const search = useAction(async () => {
    await ask(searchPrinters, {}, { storeId })
    await refresh(readAvailablePrinters)
  })
  const running = computers.some((one) => one.search === 'running')
  const found = [
    ...new Map(computers.flatMap((one) => one.found).map((printer) => [printer.address, printer])).values(),
  ]
  return (
    <Stack gap={8}>
      <div>
        <Button icon="search" busy={running || search.busyWith !== null} onClick={() => search.run(null)}>
          Procurar na rede
        </Button>
      </div>
      <Muted as="p" size={3} role="status">
        {searchWords(computers, found.length)}
      </Muted>
      {found.length > 0 && !running ? (
        <ul className={styles.rows} aria-label="Impressoras encontradas">
          {found.map(({ address, name, answers }) => (
            <li key={address}>
              <Row gap={12} justify="between">
                <span className={styles.what}>
                  <b>{name === '' ? 'Impressora sem nome' : name}</b>
                  <Muted as="small" size={3}>
                    {answers ? address : `${address} · não aceita conexão agora`}
                  </Muted>
                </span>
                <Button
                  variant="quiet"
                  aria-label={`Usar ${name} em ${address}`}
                  onClick={() => onTake({ address, name })}
                >
                  Usar
                </Button>
              </Row>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}

function searchWords(computers: readonly SeenComputer[], found: number): string {
  const searching = computers.filter((one) => one.search === 'running').map(({ name }) => name)
  if (searching.length > 0) return `${searching.join(', ')} procura agora. Leva até vinte segundos.`
  const silent = computers.filter((one) => one.search === 'silent').map(({ name }) => name)
  if (silent.length > 0) return `${silent.join(', ')} não respondeu. Veja se está ligado e procure de novo.`
  const done = computers.filter((one) => one.search === 'done')
  if (done.length === 0)
    return 'Um computador da loja procura impressoras na porta 9100 e as que se anunciam.'
  if (found > 0) return 'Toque em “Usar”, salve e veja se o teste sai.'
  const networks = [...new Set(done.flatMap((one) => one.networks))].join(', ')
  return `Nenhuma em ${networks === '' ? 'nenhuma rede: o computador está sem rede local' : networks}. Ela está ligada, e na mesma rede do computador?`
}
