import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './keys-help.module.css'

const keyText = [
  ['/', 'Buscar na tela'],
  ['J e K', 'Próximo pedido e anterior'],
  ['A', 'Aceitar'],
  ['E', 'Avançar: pronto, saiu para entrega, entregue'],
  ['P', 'Imprimir, ou imprimir de novo'],
  ['M', 'Escolher o entregador'],
  ['Z', 'Desfazer a última etapa'],
  ['Enter', 'Ver os detalhes'],
  ['?', 'Esta ajuda'],
] as const

/** The same on a bump bar and on a numeric keypad. */
const wallKeyText = [
  ['1 a 9', 'O pedido desse número está pronto'],
  ['← → ou − +', 'Pedido anterior e próximo'],
  ['Enter', 'O pedido marcado está pronto'],
  ['R ou 0', 'Trazer o último de volta; de novo, o anterior'],
  ['Esc', 'Sair da tela da cozinha'],
] as const

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Atalhos do teclado" onClose={onClose}>
      <KeyList keys={keyText} />
      <h3 className={styles.wall}>Na tela da cozinha</h3>
      <p>Vale o teclado, um teclado numérico ou uma barra de cozinha (bump bar) USB.</p>
      <KeyList keys={wallKeyText} />
    </Dialog>
  )
}

const KeyList = ({ keys }: { readonly keys: readonly (readonly [string, string])[] }) => (
  <Stack as="dl" gap={8} className={styles.keys}>
    {keys.map(([key, words]) => (
      <Stack gap={12} key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{words}</dd>
      </Stack>
    ))}
  </Stack>
)
