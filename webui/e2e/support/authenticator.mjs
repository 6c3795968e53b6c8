/**
 * Gives a page an authenticator of its own, as a phone or a laptop has one (WebAuthn, driven by the browser's tools). Answers
 * how often each passkey in it has signed.
 */
export async function addAuthenticator(page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    const { credentials } = await tools.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials.map((one) => one.signCount);
  };
}
