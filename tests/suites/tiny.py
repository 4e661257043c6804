"""Tiny databases that nobody but these tests has, in the foreign layout of each domain."""

import copy
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
HOME = {
    "address1": "1 Elm Row",
    "address2": "",
    "city": "Denver",
    "country": "USA",
    "state": "CO",
    "zip": "80201",
}
STREET = {"street": "1 Elm Row", "city": "Denver", "country": "USA", "state": "CO", "zip": "80201"}
MIRA = {"first_name": "Mira", "last_name": "Oduya"}

AIRLINE: Json = {
    "users": {
        "mira_oduya_1": {
            "name": MIRA,
            "address": HOME,
            "email": "mira@example.com",
            "dob": "1990-01-02",
            "payment_methods": {
                "credit_card_1": {
                    "source": "credit_card",
                    "id": "credit_card_1",
                    "brand": "visa",
                    "last_four": "0001",
                },
                "gift_card_2": {"source": "gift_card", "id": "gift_card_2", "amount": 70},
            },
            "saved_passengers": [{**MIRA, "dob": "1990-01-02"}],
            "membership": "gold",
            "reservations": ["ABC123"],
        }
    },
    "reservations": {
        "ABC123": {
            "reservation_id": "ABC123",
            "user_id": "mira_oduya_1",
            "origin": "DEN",
            "destination": "ORD",
            "flight_type": "one_way",
            "cabin": "economy",
            "flights": [
                {
                    "origin": "DEN",
                    "destination": "ORD",
                    "flight_number": "HAT900",
                    "date": "2024-05-20",
                    "price": 120,
                }
            ],
            "passengers": [{**MIRA, "dob": "1990-01-02"}],
            "payment_history": [{"payment_id": "credit_card_1", "amount": 120}],
            "created_at": "2024-05-15T10:00:00",
            "total_baggages": 0,
            "nonfree_baggages": 0,
            "insurance": "no",
        }
    },
    "flights": {
        "HAT900": {
            "flight_number": "HAT900",
            "origin": "DEN",
            "destination": "ORD",
            "scheduled_departure_time_est": "09:00:00",
            "scheduled_arrival_time_est": "11:30:00",
            "dates": {
                "2024-05-14": {
                    "status": "landed",
                    "actual_departure_time_est": "2024-05-14T09:01:00",
                    "actual_arrival_time_est": "2024-05-14T11:29:00",
                },
                "2024-05-20": {
                    "status": "available",
                    "available_seats": {"basic_economy": 3, "economy": 4, "business": 1},
                    "prices": {"basic_economy": 60, "economy": 130, "business": 400},
                },
            },
        }
    },
}

RETAIL: Json = {
    "users": {
        "mira_oduya_1": {
            "name": MIRA,
            "address": HOME,
            "email": "mira@example.com",
            "payment_methods": {
                "gift_card_1": {"source": "gift_card", "id": "gift_card_1", "balance": 40},
                "paypal_2": {"source": "paypal", "id": "paypal_2"},
            },
            "orders": ["#W2", "#W1"],
        }
    },
    "products": {
        "900": {
            "name": "Kettle",
            "product_id": "900",
            "variants": {
                "901": {
                    "item_id": "901",
                    "options": {"color": "red"},
                    "available": True,
                    "price": 30.05,
                },
                "902": {
                    "item_id": "902",
                    "options": {"color": "blue"},
                    "available": True,
                    "price": 35.5,
                },
            },
        }
    },
    "orders": {
        number: {
            "order_id": number,
            "user_id": "mira_oduya_1",
            "address": HOME,
            "items": [
                {
                    "name": "Kettle",
                    "product_id": "900",
                    "item_id": "901",
                    "price": 29.9,
                    "options": {"color": "red"},
                }
            ],
            "fulfillments": parcels,
            "status": status,
            "payment_history": [
                {
                    "transaction_type": "payment",
                    "amount": 29.9,
                    "payment_method_id": "paypal_2",
                }
            ],
        }
        for number, status, parcels in (
            ("#W1", "pending", []),
            ("#W2", "delivered", [{"tracking_id": ["555"], "item_ids": ["901"]}]),
        )
    },
}

TELECOM: Json = {
    "customers": {
        "mira_oduya_1": {
            "customer_id": "mira_oduya_1",
            "name": MIRA,
            "demographics": {
                "date_of_birth": "1990-01-02",
                "phone": "(555) 100-0001",
                "email": "mira@example.com",
            },
            "address": HOME,
            "account": {
                "account_number": "ACC1",
                "account_type": "residential",
                "created_date": "2020-01-01",
                "credit_score": 700,
                "payment_method": "credit_card",
            },
            "services": ["tv_basic"],
            "devices": [
                {"device_id": "1", "name": "HD Cable Box", "service": "tv_basic"},
                {"device_id": "2", "name": "HD Cable Box", "service": None},
            ],
            "billing_preferences": {
                "paperless": True,
                "auto_pay": False,
                "billing_cycle": "monthly",
            },
        }
    },
    "billing": {
        "mira_oduya_1": {
            "customer_id": "mira_oduya_1",
            "account_number": "ACC1",
            "current_balance": 12.34,
            "last_payment": {
                "amount": 49.1,
                "date": "2025-09-05",
                "method": "credit_card",
                "status": "completed",
            },
            "next_bill_date": "2025-10-05",
            "monthly_charges": {"tv_basic": 45.0, "taxes_fees": 4.1},
            "payment_history": [{"date": "2025-09-05", "amount": 49.1, "status": "completed"}],
            "auto_pay": False,
            "paperless": True,
        }
    },
    "services": {
        "tv_basic": {
            "service_id": "tv_basic",
            "name": "Basic TV",
            "category": "tv",
            "price": 45.0,
        }
    },
    "devices": {"HD Cable Box": {"category": "tv", "manufacturer": "Acme", "model": "X1"}},
    "support_tickets": {
        "TICKET00001": {
            "ticket_id": "TICKET00001",
            "customer_id": "mira_oduya_1",
            "status": "open",
            "priority": "low",
        }
    },
}

_COMPONENT: Json = {
    "medication": "Zetapril",
    "dosage": "10mg",
    "daily_dose": 1,
    "monthly_units": 30,
    "unit_type": "tablet",
    "preferred_brand": "Zeta",
    "supplier": "Acme",
    "unit_cost_usd": 0.12,
}
TELEHEALTH: Json = {
    "patients": {
        "mira_oduya_1": {
            "patient_id": "mira_oduya_1",
            "name": MIRA,
            "demographics": {
                "date_of_birth": "1990-01-02",
                "gender": "Female",
                "phone": "(555) 100-0001",
                "email": "mira@example.com",
            },
            "address": HOME,
            "insurance": {
                "primary": {
                    "provider": "Acme Health",
                    "policy_number": "P1",
                    "group_number": "G1",
                    "copay_primary": 25.0,
                    "copay_specialist": 45.5,
                }
            },
            "medical_history": {
                "conditions": ["Asthma"],
                "allergies": [],
                "medications": [{"name": "Zetapril", "dosage": "10mg", "frequency": "once daily"}],
                "surgeries": [],
            },
            "emergency_contact": {
                "name": "Ola Oduya",
                "relationship": "Mother",
                "phone": "(555) 100-0002",
            },
        }
    },
    "providers": {
        "dr_pell": {
            "provider_id": "dr_pell",
            "name": {"first_name": "Ada", "last_name": "Pell", "title": "MD"},
            "specialty": "Primary Care",
            "license_number": "L1",
            "credentials": ["Board Certified"],
            "contact": {"phone": "(555) 100-0003", "email": "pell@example.com"},
            "schedule": {"wednesday": ["09:00", "09:30"]},
            "consultation_fee": 150.0,
            "languages": ["English"],
            "years_experience": 12,
        }
    },
    "appointments": {
        "APPT_x_007": {
            "appointment_id": "APPT_x_007",
            "patient_id": "mira_oduya_1",
            "provider_id": "dr_pell",
            "date": "2025-12-17",
            "time": "09:00",
            "duration_minutes": 30,
            "type": "follow_up",
            "status": "scheduled",
            "chief_complaint": "Cough",
            "notes": "",
            "insurance_authorization": "AUTH1",
            "copay_amount": 25.0,
            "meeting_link": "https://example.com/APPT_x_007",
            "referral_from": "dr_pell",
        }
    },
    "medical_records": {
        "REC1": {
            "record_id": "REC1",
            "appointment_id": None,
            "patient_id": "mira_oduya_1",
            "provider_id": "dr_pell",
            "date": "2025-06-01",
            "type": "note",
            "subjective": "a",
            "objective": "b",
            "assessment": "c",
            "plan": "d",
            "prescriptions": [
                {
                    "medication": "Zetapril",
                    "dosage": "10mg",
                    "frequency": "once daily",
                    "quantity": "30 tablets",
                    "supplier": "Acme",
                    "brand": "Zeta",
                    "unit_cost_usd": 3.6,
                }
            ],
            "notes": [],
        }
    },
    "medication_suppliers": {
        "Zetapril": [{"company": "Acme", "country": "USA", "brand_name": "Zeta", "price_usd": 3.6}]
    },
    "drug_interactions": {
        "Zetapril": {
            "Omicol": {
                "severity": "low",
                "risk_score": 2,
                "time_overlap_hours": 6,
                "action": "Watch.",
                "skip": [],
                "emergency": False,
            }
        }
    },
    "telemetry_inventory": [
        {
            "device_id": "CGM_1",
            "device_type": "Continuous Glucose Monitor",
            "status": "deployed",
            "last_audit": "2025-06-01",
            "assigned_to": "mira_oduya_1",
            "notes": "",
        }
    ],
    "telemetry_uploads": [
        {
            "device_id": "CGM_1",
            "date": "2025-11-25",
            "usage_hours": 6.5,
            "synced_at": "2025-11-25T06:15:00Z",
            "event": "normal",
            "alerts": [],
        }
    ]
    * 2,
    "regimen_plans": {
        "mira_oduya_1": {
            "patient_id": "mira_oduya_1",
            "current_regimen": {
                "components": [_COMPONENT],
                "pill_burden": {"tablets_per_day": 1, "devices_per_month": 0},
                "notes": ["Taken at noon.", "No trouble."],
            },
            "optimized_regimens": [],
        }
    },
}

SCHOOL: Json = {
    "courses": {
        "CRS1": {
            "course_id": "CRS1",
            "department": "Physics",
            "course_code": "PHY-1",
            "title": "Optics",
            "credits": 3,
            "term": "2025-FALL",
            "instructor": {"first_name": "Ada", "last_name": "Pell", "email": "pell@example.edu"},
            "location": {"campus": "Main", "building": "Hall", "room": "1"},
            "scheduled_first_meeting_est": "25-09-01-09-00",
            "scheduled_last_meeting_est": "25-12-01-09-50",
            "meeting_pattern": {
                "days": ["Monday"],
                "start_time_est": "09-00",
                "end_time_est": "09-50",
            },
            "dates": {"25-09-01": {"status": "canceled", "topic": "Light", "notes": None}},
            "capacity": 20,
            "waitlist_capacity": 5,
            "current_enrollment": 1,
            "current_waitlist": 0,
        }
    },
    "students": {
        "STU1": {
            "student_id": "STU1",
            "name": MIRA,
            "address": STREET,
            "email": "mira@example.edu",
            "dob": "04-01-02",
            "payment_methods": {
                "PM-1": {
                    "source": "credit_card",
                    "payment_method_id": "PM-1",
                    "extra_info": {"brand": "Visa", "last_four": "0001"},
                }
            },
            "saved_contacts": [
                {
                    "first_name": "Ola",
                    "last_name": "Oduya",
                    "relationship": "Mother",
                    "phone": "+1-555-100-0002",
                    "date-of-birth": "70-01-01",
                }
            ],
            "program": {"school": "Science", "degree": "BS", "major": "Physics", "minor": None},
            "membership": "graduate_council",
            "registrations": ["REG1"],
        }
    },
    "registrations": {
        "REG1": {
            "registration_id": "REG1",
            "student_id": "STU1",
            "campus": "Main",
            "program": "BS Physics",
            "study_level": "undergraduate",
            "term": "2025-FALL",
            "status": "part-time",
            "courses": [
                {
                    "course_id": "CRS1",
                    "course_code": "PHY-1",
                    "section": "A",
                    "title": "Optics",
                    "credits": 3,
                    "grading_option": "letter",
                    "tuition": 900,
                }
            ],
            "advisors": [],
            "payment_history": [{"payment_id": "PM-1", "amount": 900}],
            "created_at": "25-05-01",
            "total_credits": 3,
            "overload_credits": 0,
            "financial_aid": {"scholarships": 0, "grants": 100, "loans": 0},
            "health_insurance": "no",
        }
    },
}

BASKETBALL: Json = {
    "clubs": {
        key: {
            "name": name,
            "club_id": key,
            "league": "Peak League",
            "city": "Denver",
            "arena": {"name": "Dome", "address": {**STREET, "country": "United States"}},
            "roster": roster,
            "games": ["GAME1"],
        }
        for key, name, roster in (
            (
                "CLUB1",
                "Denver Larks",
                {
                    "PLAY1": {
                        "player_id": "PLAY1",
                        "profile": {
                            "position": "G",
                            "number": "00",
                            "height_cm": 190.5,
                            "weight_kg": 88.0,
                        },
                        "active": True,
                        "salary": 1000000.5,
                    }
                },
            ),
            ("CLUB2", "Boulder Rams", {}),
        )
    },
    "players": {
        "PLAY1": {
            "player_id": "PLAY1",
            "name": MIRA,
            "address": STREET,
            "email": "mira@example.com",
            "contracts": {
                "CON1": {
                    "source": "draft",
                    "contract_id": "CON1",
                    "club_id": "CLUB1",
                    "start_date": "2024-07-01",
                    "end_date": "2026-06-30",
                    "extra_info": {"salary": 1000000.5, "years": 2},
                }
            },
            "games": ["GAME1"],
        }
    },
    "games": {
        "GAME1": {
            "game_id": "GAME1",
            "season": "2024-25",
            "date": "2025-01-10",
            "status": "final",
            "venue": STREET,
            "clubs": {
                "home": {"name": "Denver Larks", "club_id": "CLUB1", "score": 2},
                "away": {"name": "Boulder Rams", "club_id": "CLUB2", "score": 0},
            },
            "box_score": [
                {
                    "name": "Mira Oduya",
                    "club_id": "CLUB1",
                    "player_id": "PLAY1",
                    "points": 2,
                    "options": {"rebounds": 1, "assists": 0, "minutes": "31:40"},
                }
            ],
            "periods": [{"period_number": 1, "event_ids": ["GAME1-E1"], "player_ids": ["PLAY1"]}],
            "scoring_history": [
                {
                    "event_type": "2PT",
                    "points": 2,
                    "club_id": "CLUB1",
                    "player_id": "PLAY1",
                    "timestamp": "Q1 07:45",
                }
            ],
        }
    },
}

_PLACE = {
    "line_one": "1 Elm Row",
    "line_two": "",
    "municipality": "Denver",
    "nation": "USA",
    "province": "CO",
    "postal_code": "80201",
}
RESTAURANT: Json = {
    "menu_board": {
        key: {
            "title": title,
            "dish_ref": key,
            "selections": {
                f"{key}p": {
                    "plate_ref": f"{key}p",
                    "modifiers": {
                        "spice_level": "mild",
                        "portion": "regular",
                        "protein": None,
                        "preparation": "baked",
                    },
                    "served_today": True,
                    "cost": 10.5,
                }
            },
        }
        for key, title in (("d1", "Leek Pie"), ("d2", "Plum Cake"))
    },
    "patron_registry": {
        "g1": {
            "guest_ref": "g1",
            "identity": {"given": "Mira", "family": "Oduya"},
            "location": _PLACE,
            "contact_email": "mira@example.com",
            "saved_instruments": {
                "i1": {
                    "origin": "credit_card",
                    "instrument_ref": "i1",
                    "metadata": {"issuer": "Visa", "tail_digits": "0001"},
                }
            },
            "ticket_log": ["t1"],
        }
    },
    "service_tickets": {
        "t1": {
            "ticket_ref": "t1",
            "guest_ref": "g1",
            "service_mode": "delivery",
            "dropoff": _PLACE,
            "line_entries": [
                {
                    "label": "Leek Pie",
                    "dish_ref": "d1",
                    "plate_ref": "d1p",
                    "cost": 10.5,
                    "mods": {"heat": "mild", "sauce": "plain", "side": "salad"},
                }
            ],
            "state": "placed",
            "prep_batches": [{"parcel_tags": ["B1"], "plate_refs": ["d1p"]}],
            "charges": [{"kind": "payment", "total": 11.55, "instrument_ref": "i1"}],
        }
    },
}

TRAVEL: Json = {
    "packages": {
        "PKG1": {
            "package_id": "PKG1",
            "name": "Fjord Week",
            "category": "nature",
            "description": "A week by the water.",
            "destinations": [{"city": "Bergen", "country": "Norway"}],
            "duration_days": 7,
            "departure_points": [{"city": "Oslo", "country": "Norway"}],
            "departures": {
                "24-09-01": {
                    "status": "available",
                    "base_price": 12500.5,
                    "currency": "NOK",
                    "available_slots": 4,
                    "early_bird_deadline": "24-06-01",
                }
            },
            "itinerary": [
                {
                    "day": 1,
                    "title": "Arrival",
                    "description": "Arrive.",
                    "location": {"city": "Bergen", "country": "Norway"},
                    "included_meals": ["dinner"],
                }
            ],
            "inclusions": ["Hotel"],
            "exclusions": [],
            "accommodations": [
                {
                    "name": "Quay Inn",
                    "type": "hotel",
                    "location": {"city": "Bergen", "country": "Norway"},
                    "nights": 6,
                }
            ],
            "transportation": {"international": "none", "domestic": "train", "ground": "bus"},
            "activities": [{"name": "Walk", "description": "A walk.", "day": 1}],
            "policies": {
                "cancellation_policy": "Ask us.",
                "change_policy": "Ask us.",
                "refund_policy": "Ask us.",
            },
            "notes": "Bring boots.",
            "managed_by_agents": ["AGT1"],
        }
    },
    "travelers": {
        "TRV1": {
            "traveler_id": "TRV1",
            "name": MIRA,
            "address": STREET,
            "contact": {"email": "mira@example.com", "phone": "+1-555-100-0001"},
            "dob": "90-01-02",
            "passport": {"number": "N1", "nationality": "Norway", "expiry": "30-01-01"},
            "preferences": {
                "dietary": None,
                "accessibility": None,
                "room_type": "double",
                "bed_preference": "king",
                "other": None,
            },
            "payment_methods": {
                "PM-1": {
                    "source": "wallet",
                    "payment_method_id": "PM-1",
                    "extra_info": {"brand": None, "last_four": None},
                }
            },
            "saved_companions": [],
            "memberships": [],
            "bookings": [
                {
                    "booking_id": "BKG1",
                    "package_id": "PKG1",
                    "agent_id": "AGT1",
                    "booking_date": "24-05-01",
                    "departure_date": "24-09-01",
                    "status": "confirmed",
                    "travelers": [{**MIRA, "dob": "90-01-02"}],
                    "rooming": {"room_type": "single", "occupancy": 1},
                    "add_ons": [{"type": "meal", "description": "Picnic", "price": 100.0}],
                    "insurance": "Basic",
                    "payment_history": [{"payment_id": "PM-1", "amount": 12600.5}],
                    "total_price": 12600.5,
                    "notes": "",
                }
            ],
        }
    },
    "agents": {
        "AGT1": {
            "agent_id": "AGT1",
            "name": {"first_name": "Ada", "last_name": "Pell"},
            "contact": {"email": "pell@example.com", "phone": "+1-555-100-0003"},
            "agency": {"name": "Pell Tours", "address": STREET},
            "certifications": [],
            "languages": ["English"],
            "regions_of_expertise": ["Norway"],
            "commission_rate": 0.12,
            "employment_status": "full_time",
            "assigned_travelers": ["TRV1"],
            "managed_packages": ["PKG1"],
            "bookings_handled": ["BKG1"],
            "availability": {"24-05-20": {"slots": ["09:00-10:00"], "timezone": "Europe/Oslo"}},
            "notes": "",
        }
    },
}

MOVIE: Json = {
    "movies": {
        "MOV1": {
            "movie_id": "MOV1",
            "title": "The Lark",
            "genres": ["Drama"],
            "runtime_minutes": 100,
            "mpaa_rating": "PG",
            "languages_audio": ["English"],
            "subtitles": [],
            "formats": ["2D"],
            "release_date": "24-05-01",
            "end_of_run_est": "24-07-01",
            "cast": [{"name": "Ada Pell", "role": "Lark"}],
            "crew": {"director": "A", "writer": "B", "producer": "C", "music": "D"},
            "synopsis": "A bird sings.",
        }
    },
    "theaters": {
        "THE1": {
            "theater_id": "THE1",
            "name": "Dome",
            "address": STREET,
            "contact": {"phone": "+1-555-1", "email": "d@example.com", "website": "d.example.com"},
            "amenities": [],
            "auditoriums": {
                "AUD1": {
                    "auditorium_id": "AUD1",
                    "name": "Hall 1",
                    "capacity": 1,
                    "features": [],
                    "seat_map": {
                        "rows": {
                            "A": [
                                {
                                    "seat_id": "A-01",
                                    "type": "standard",
                                    "wheelchair_accessible": False,
                                }
                            ]
                        }
                    },
                }
            },
            "pricing_rules": {
                "base": {"adult": 10.0, "child": 6.5, "senior": 8.0},
                "format_surcharges": {"3D": 2.0, "IMAX": 4.0, "Dolby": 3.0},
                "time_based": {"matinee_discount": 2.0, "peak_surcharge": 1.5},
                "fees": {"convenience_fee": 1.0, "booking_fee": 0.5},
                "tax_rate_percent": 8.25,
            },
            "dates": {
                "24-05-20": {
                    "shows": [
                        {
                            "show_id": "SHO1",
                            "movie_id": "MOV1",
                            "auditorium_id": "AUD1",
                            "start_time_local": "24-05-20-19-00",
                            "end_time_local": "24-05-20-20-40",
                            "format": "2D",
                            "language": "English",
                            "subtitles": "none",
                            "status": "scheduled",
                            "price_schema": {
                                "adult": 10.0,
                                "child": 6.5,
                                "senior": 8.0,
                                "fees": {"convenience_fee": 1.0},
                            },
                        }
                    ]
                }
            },
        }
    },
    "bookings": {
        "BKG1": {
            "booking_id": "BKG1",
            "theater_id": "THE1",
            "movie_id": "MOV1",
            "show_id": "SHO1",
            "date": "24-05-20",
            "start_time_local": "24-05-20-19-00",
            "status": "confirmed",
            "created_at": "24-05-10-10-00",
            "canceled_at": None,
            "customer": {
                "name": MIRA,
                "email": "mira@example.com",
                "phone": "+1-555-2",
                "loyalty_id": None,
            },
            "seats": [
                {
                    "seat_id": "A-01",
                    "ticket_type": "adult",
                    "price": 10.0,
                    "convenience_fee": 1.0,
                    "tax": 0.83,
                }
            ],
            "concessions": [],
            "promotions_applied": [],
            "payment_history": [
                {
                    "payment_id": "PAY1",
                    "amount": 12.33,
                    "method": {
                        "source": "card",
                        "payment_method_id": "visa-0001",
                        "extra_info": {"brand": "visa", "last_four": "0001"},
                    },
                    "created_at": "24-05-10-10-00",
                }
            ],
            "totals": {
                "tickets_subtotal": 10.0,
                "concessions_subtotal": 0.0,
                "fees_total": 1.5,
                "tax_total": 0.83,
                "grand_total": 12.33,
                "amount_paid": 12.33,
                "amount_due": 0.0,
            },
            "delivery": {
                "method": "e-ticket",
                "tickets": [{"ticket_id": "T1", "barcode": "1"}],
            },
            "special_requests": None,
        }
    },
}

BANK: Json = {
    "clients": {
        "CL1": {
            "client_id": "CL1",
            "name": {**MIRA, "middle_name": None},
            "contact": {"email": "mira@example.com", "phone": "+1-555-100-0001"},
            "address": HOME,
            "accounts": {
                "AC1": {
                    "account_id": "AC1",
                    "type": "checking",
                    "currency": "NOK",
                    "status": "active",
                    "account_number_masked": "****0001",
                    "routing_number": "1",
                    "balance": {"current": 500.25, "available": 450.25, "on_hold": 50.0},
                    "interest_rate_apr": None,
                    "overdraft_limit": 100.0,
                    "opened_at": "2022-05-10T01:30:00+02:00",
                    "features": {
                        "checks_enabled": False,
                        "atm_access": True,
                        "online_banking": True,
                    },
                }
            },
            "cards": {
                "CA1": {
                    "card_id": "CA1",
                    "type": "debit",
                    "linked_account_id": "AC1",
                    "status": "active",
                    "issuer": "Pell Bank",
                    "extra_info": {
                        "brand": "Visa",
                        "last_four": "0001",
                        "exp_month": "06",
                        "exp_year": "2027",
                    },
                    "limits": {"daily_atm_limit": 100.0, "daily_pos_limit": 500.0},
                    "pin_set": True,
                }
            },
            "loan_ids": ["LO1"],
            "beneficiary_ids": ["BN1"],
            "created_at": "2022-05-01T08:00:00Z",
            "kyc": {
                "status": "verified",
                "last_reviewed_at": "2025-07-20T10:15:00Z",
                "tax_id_masked": "****4321",
            },
        }
    },
    "transactions": {
        "TX1": {
            "transaction_id": "TX1",
            "client_id": "CL1",
            "account_id": "AC1",
            "timestamp": "2025-08-15T12:00:00+02:00",
            "type": "payment",
            "direction": "debit",
            "amount": 100.5,
            "currency": "NOK",
            "description": "Loan",
            "method": "ACH",
            "status": "posted",
            "merchant": None,
            "related_transaction_id": None,
            "exchange": None,
            "fees": [],
            "hold": {"is_hold": False, "release_at": None, "reason": None},
            "balance_after": 500.25,
        }
    },
    "loans": {
        "LO1": {
            "loan_id": "LO1",
            "client_id": "CL1",
            "linked_repayment_account_id": "AC1",
            "type": "auto",
            "principal": 3000.0,
            "currency": "NOK",
            "interest_rate_apr": 7.5,
            "amortization": "fixed",
            "term_months": 60,
            "origination_date": "2024-01-15T00:00:00+01:00",
            "first_payment_date": "2024-02-15",
            "maturity_date": "2029-01-15",
            "status": "active",
            "collateral": None,
            "payment_schedule": [
                {
                    "due_date": "2025-10-15",
                    "amount": 100.5,
                    "currency": "NOK",
                    "status": "due",
                    "transaction_id": None,
                }
            ],
            "repayment_history": [
                {
                    "transaction_id": "TX1",
                    "posted_at": "2025-08-15T12:00:00+02:00",
                    "amount": 100.5,
                    "currency": "NOK",
                    "method": "ACH",
                    "principal_component": 80.0,
                    "interest_component": 18.5,
                    "fees_component": 2.0,
                }
            ],
            "escrow": None,
        }
    },
    "beneficiaries": {
        "BN1": {
            "beneficiary_id": "BN1",
            "client_id": "CL1",
            "name": {
                "display_name": "Ola Oduya",
                "first_name": "Ola",
                "last_name": "Oduya",
                "business_name": None,
            },
            "type": "individual",
            "bank_details": {
                "bank_name": "Pell Bank",
                "account_number_masked": "****0002",
                "routing_number": None,
                "iban": None,
                "swift_bic": None,
            },
            "address": HOME,
            "allowed_from_account_ids": ["AC1"],
            "transfer_limits": {"per_transfer_limit": 500.0, "daily_limit": 1000.0},
            "verification": {
                "status": "verified",
                "method": "document",
                "verified_at": "2025-08-10T09:45:00+02:00",
            },
            "status": "active",
            "created_at": "2024-11-12T10:00:00Z",
            "notes": None,
        }
    },
}

DATABASES: dict[str, Json] = {
    "airline": AIRLINE,
    "bank": BANK,
    "basketball": BASKETBALL,
    "movie": MOVIE,
    "restaurant": RESTAURANT,
    "retail": RETAIL,
    "school": SCHOOL,
    "telecom": TELECOM,
    "telehealth": TELEHEALTH,
    "travel": TRAVEL,
}


def database(domain: str) -> Json:
    """The tiny database of a domain, to be changed at will."""
    return copy.deepcopy(DATABASES[domain])


def written(folder: Path, parts: Json, *, in_one: bool = False) -> Path:
    """The database as files of the foreign layout: a folder, or one file in it."""
    folder.mkdir(parents=True, exist_ok=True)
    if in_one:
        (folder / "db.json").write_text(json.dumps(parts), "utf-8")
        return folder / "db.json"
    for name, part in parts.items():
        (folder / f"{name}.json").write_text(json.dumps(part), "utf-8")
    return folder


TASK: Json = {
    "user_id": "mira_oduya_1",
    "actions": [
        {"name": "get_order_details", "kwargs": {"order_id": "#W1"}},
        {
            "name": "cancel_pending_order",
            "kwargs": {"order_id": "#W1", "reason": "no longer needed"},
        },
    ],
    "instruction": "You are Mira Oduya. You want to cancel order #W1, which you no longer need.\n"
    "Emotion Instruction: You are short with the agent.",
    "outputs": [],
    "emotion_family": "anger",
    "emotion_leaf": "annoyance",
    "dimension_politeness": "cold",
    "dimension_urgency": "high",
    "dimension_trust_in_agent": "skeptical",
}
"""A task over the tiny shop."""
