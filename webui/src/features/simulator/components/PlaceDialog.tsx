import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/TextField';
import type { Place } from '../model';

const FORM_ID = 'place-form';

const Form = styled.form`
  display: grid;
  gap: 14px;
`;

interface PlaceDialogProps {
  onClose: () => void;
  onSend: (place: Place) => void;
}

const within = (value: number, limit: number) => Number.isFinite(value) && Math.abs(value) <= limit;

export function PlaceDialog({ onClose, onSend }: PlaceDialogProps) {
  const t = useT();
  const [name, setName] = useState('Praça da Sé');
  const [address, setAddress] = useState('São Paulo, SP');
  const [latitude, setLatitude] = useState('-23.5505');
  const [longitude, setLongitude] = useState('-46.6333');
  const isLatitude = latitude !== '' && within(Number(latitude), 90);
  const isLongitude = longitude !== '' && within(Number(longitude), 180);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLatitude || !isLongitude) return;
    onSend({
      latitude: Number(latitude),
      longitude: Number(longitude),
      name: name.trim() || null,
      address: address.trim() || null,
    });
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t('simulator.kind.location')}
      footer={
        <Button type="submit" form={FORM_ID}>
          {t('simulator.send')}
        </Button>
      }
    >
      <Form id={FORM_ID} onSubmit={handleSubmit} noValidate>
        <TextField label={t('simulator.place.name')} value={name} onChange={(event) => setName(event.target.value)} />
        <TextField
          label={t('simulator.place.address')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <TextField
          label={t('simulator.place.latitude')}
          inputMode="decimal"
          value={latitude}
          onChange={(event) => setLatitude(event.target.value)}
          error={isLatitude ? undefined : '-90 … 90'}
        />
        <TextField
          label={t('simulator.place.longitude')}
          inputMode="decimal"
          value={longitude}
          onChange={(event) => setLongitude(event.target.value)}
          error={isLongitude ? undefined : '-180 … 180'}
        />
      </Form>
    </Dialog>
  );
}
