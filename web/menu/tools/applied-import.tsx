import { Link } from '@tanstack/react-router'
import type { MenuImport } from '../../../contract/menu/import-menu.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { count, plural } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './tools.module.css'

/** After the ticks: the menu is as it was chosen, and its photos come one by one. */
export function AppliedImport({
  found: { subject, photos },
  onLeave,
}: {
  readonly found: Pick<MenuImport, 'subject' | 'photos'>
  readonly onLeave: () => void
}) {
  return (
    <section className={styles.outcome} aria-labelledby="applied-title">
      <h2 id="applied-title">Esta importação foi aplicada</h2>
      <Muted size={3} className={styles.where}>
        {subject}
      </Muted>
      <p>O que ela mudou está nas versões do cardápio.</p>
      {photos.wanted > 0 ? <Photos photos={photos} /> : null}
      <Row gap={8} align="stretch" wrap>
        <Link to="/cardapio" className={styles.back}>
          <Icon name="menu" /> Ver o cardápio
        </Link>
        <Button onClick={onLeave}>Importar outro</Button>
      </Row>
    </section>
  )
}

function Photos({ photos: { wanted, done, waiting, failed } }: Pick<MenuImport, 'photos'>) {
  const missing = wanted - done - waiting
  return (
    <>
      <p aria-live="polite">
        {waiting > 0
          ? `Buscando as fotos: ${count(done)} de ${count(wanted)}. Pode sair daqui, elas continuam chegando.`
          : missing === 0
            ? `${plural(done, 'foto chegou', 'fotos chegaram')} e já ${done === 1 ? 'está' : 'estão'} no cardápio.`
            : `${plural(done, 'foto chegou', 'fotos chegaram')}, ${plural(missing, 'não veio', 'não vieram')}. Ponha a que falta no item.`}
      </p>
      {waiting > 0 ? <progress max={wanted} value={wanted - waiting} aria-label="Fotos do cardápio" /> : null}
      {failed.length > 0 ? (
        <Stack as="ul" gap={6} aria-label="Fotos que não vieram">
          {failed.map(({ name, message }) => (
            <li key={name}>
              <b>{name}</b> {message}
            </li>
          ))}
        </Stack>
      ) : null}
      {missing > failed.length ? <p>E mais {count(missing - failed.length)}.</p> : null}
    </>
  )
}
