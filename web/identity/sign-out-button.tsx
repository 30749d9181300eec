import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { signOut } from './session.ts'

/** Asks first: on a kitchen's tablet nobody hears the orders afterwards. */
export function SignOutButton() {
  const [asking, setAsking] = useState(false)
  const leave = useAction(async (_now: true) => signOut())
  return (
    <>
      <Button icon="leave" onClick={() => setAsking(true)}>
        Sair deste aparelho
      </Button>
      {asking ? (
        <Dialog title="Sair do Balcão neste aparelho?" onClose={() => setAsking(false)}>
          <p>Os pedidos deixam de tocar aqui até alguém entrar de novo.</p>
          <DialogFoot>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              Ficar
            </Button>
            <Button variant="primary" busy={leave.busyWith !== null} onClick={() => leave.run(true)}>
              Sair
            </Button>
          </DialogFoot>
        </Dialog>
      ) : null}
    </>
  )
}
