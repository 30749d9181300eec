/** An id token and its lifetime. */
export interface SignedToken {
  readonly uid: string
  readonly idToken: string
  readonly expiresInSeconds: number
}

/** Checks passwords for this installation: our server, or Firebase through its own SDK. */
export interface Credentials {
  /** ApiError auth/invalid-credential, auth/second-factor-required, auth/second-factor-invalid. */
  signIn(email: string, password: string, code: string | undefined): Promise<SignedToken>
  /** Exchanges the server's custom token for its session. */
  resume(customToken: string): Promise<SignedToken>
  /** Clears the provider's data in this browser. */
  signOut(): Promise<void>
}
