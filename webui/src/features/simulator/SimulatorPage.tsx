export default function SimulatorPage() {
  return <main />;
}
