/** An id token and how long it lives. */
export interface SignedToken {
  readonly uid: string
  readonly idToken: string
  readonly expiresInSeconds: number
}

/** Who checks passwords for this installation: our server, or Firebase through its own SDK. */
export interface Credentials {
  /** ApiError auth/invalid-credential, auth/second-factor-required, auth/second-factor-invalid. */
  signIn(email: string, password: string, code: string | undefined): Promise<SignedToken>
  /** The session that the server's custom token stands for. */
  resume(customToken: string): Promise<SignedToken>
  /** Forgets what the provider keeps in this browser. */
  signOut(): Promise<void>
}
