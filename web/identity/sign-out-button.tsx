import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './account-page.module.css'
import { signOut } from './session.ts'

/** Asks first: on a kitchen's tablet nobody hears the orders afterwards. */
export function SignOutButton() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon="leave" onClick={() => setAsking(true)}>
        Sair deste aparelho
      </Button>
      {asking ? (
        <Dialog title="Sair do Balcão neste aparelho?" onClose={() => setAsking(false)}>
          <p>Os pedidos deixam de tocar aqui até alguém entrar de novo.</p>
          <div className={styles.actions}>
            <Button onClick={() => setAsking(false)}>Ficar</Button>
            <Button variant="primary" onClick={() => void signOut()}>
              Sair
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
