import { Stack } from '../kit/layout.tsx'
import styles from './demo-people.module.css'

/** The demo is a database of its own: leaving it means to start with another. */
export function LeaveDemoSteps() {
  return (
    <div className={styles.steps}>
      <p>As lojas, as pessoas e os pedidos daqui são inventados. Para começar com a sua loja:</p>
      <Stack as="ol" gap={10}>
        <li>No terminal em que o Balcão roda, pare-o com Ctrl-C.</li>
        <li>
          Inicie com um banco novo, sem a demonstração:
          <code>DEMO=off DATA_DIR=.data/minha-loja npm start</code>
        </li>
        <li>Abra o mesmo endereço e toque em “Criar conta”.</li>
      </Stack>
      <p>A demonstração fica guardada: “npm start” sozinho volta a ela.</p>
    </div>
  )
}
