import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, 2 passes (OWASP password storage sheet). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | null = null

/** Takes the same time for an unknown user, by verifying against a decoy hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
