import type { Person, TestApp } from './app.ts'

/** Signs in an account of the root list (`ROOT_USER_IDS`) with a second factor. */
export async function supporter(app: TestApp, uid: string): Promise<Person> {
  // `addPerson` makes its own uids; the list names these.
  const made = await app.addPerson(uid)
  await app.db
    .insertInto('users')
    .values({ uid, email: `${uid}@balcao.example`, name: uid })
    .execute()
  await app.db.updateTable('sessions').set({ uid }).where('id', '=', made.sessionId).execute()
  const at = new Date()
  const token = await app.deps.keyring.sign(
    { uid, sessionId: made.sessionId, version: 1, signedInAt: at },
    at,
  )
  return { ...made, uid, token }
}
